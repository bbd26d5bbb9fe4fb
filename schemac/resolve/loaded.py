"""A handler that was read and what an import of it gave in, where the two differ out (SC614)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic

if TYPE_CHECKING:
    from schemac.plan.declaration import HandlerLocation, ToolDeclaration
    from schemac.resolve.handlers import Handler

__all__ = ["differs_loaded"]


def differs_loaded(declaration: ToolDeclaration, handler: Handler) -> Diagnostic | None:
    """Report a handler whose annotations are not those of what its calls would run."""
    runs = declaration.runs
    if runs is None or handler.picked is None:
        return None
    if not _is_picked(runs, handler):
        message = f"a call of `{handler.name}` does not run the `{handler.method}` that was read"
        where = f"{runs.file}:{runs.first_line}" if runs.file else "no Python function"
        notes = (f"it runs `{runs.qualname}` ({where})",)
        hint = "let decorators use `functools.wraps`, and assign nothing to `call`"
        return Diagnostic("SC614", message, handler.method_span, notes=notes, hint=hint)
    for each in handler.classes[1:]:
        path = each.module.path
        if path is None or each.module.scope.file.startswith("schemac/"):
            continue
        if not any(_is_at(base, each.host.qualname, path) for base in declaration.bases):
            message = f"`{handler.name}` does not inherit from the `{each.host.qualname}` it names"
            hint = "bind the name of a base class once, by its `class`"
            return Diagnostic("SC614", message, handler.span, hint=hint)
    return None


def _is_picked(runs: HandlerLocation, handler: Handler) -> bool:
    """Whether that function is the one; an only one of its name may have moved since the import."""
    if handler.picked is None:
        return False
    module, function = handler.picked
    name = function.host.qualname
    if module.path is None or not _is_at(runs, name, module.path):
        return False
    same = module.functions.get(name, [])
    return len(same) == 1 or runs.first_line == function.host.first_line


def _is_at(place: HandlerLocation, qualname: str, path: Path) -> bool:
    if place.qualname != qualname or not place.file:
        return False
    return place.file == str(path) or Path(place.file).resolve() == path.resolve()
