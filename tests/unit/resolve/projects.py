"""Files as text in, what resolving them gives out, in a form that tests can compare."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from schemac.diagnostics.sink import order
from schemac.plan.declaration import HandlerLocation, ToolDeclaration
from schemac.resolve.discover import discover
from schemac.resolve.loader import Loader
from schemac.resolve.resolver import resolve

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.resolve.program import Program, ResolvedTool, ResolvedType
    from schemac.source import Span

__all__ = ["Outcome", "Project", "handler_of", "shown"]


@dataclass(frozen=True)
class Outcome:
    """What resolving gave."""

    program: Program
    diagnostics: tuple[Diagnostic, ...]

    @property
    def text(self) -> str:
        """All diagnostics, a line each and one for each label, note and hint."""
        return "\n".join(shown(each) for each in order(self.diagnostics))

    @property
    def codes(self) -> list[str]:
        return [each.code for each in order(self.diagnostics)]

    @property
    def tools(self) -> list[str]:
        return [tool.declaration.name for tool in self.program.tools]

    def tool(self, name: str) -> ResolvedTool:
        return next(each for each in self.program.tools if each.declaration.name == name)

    def type(self, name: str, arguments: str = "") -> ResolvedType:
        return next(
            each for each in self.program.types if each.name == name and each.arguments == arguments
        )

    @property
    def names(self) -> list[str]:
        """The types of the program that no mistake reaches, with their arguments."""
        return [
            each.name + (f"[{each.arguments}]" if each.arguments else "")
            for each in self.program.types
            if each.sound
        ]


class Project:
    """A folder of sources with `sig` as its only search folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "sig").mkdir()

    def write(self, name: str, text: str) -> None:
        place = self.root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(dedent(text).lstrip("\n"), encoding="utf-8")

    def loader(self) -> Loader:
        return Loader([Path("sig")], base=self.root)

    def resolve(self, *files: str, signature_files: bool = False) -> Outcome:
        """Resolve modules and the tools that their decorators declare."""
        loader = self.loader()
        modules = [module for file in files if (module := loader.module(file)) is not None]
        declarations: list[ToolDeclaration] = []
        found: list[Diagnostic] = []
        for module in modules:
            tools, diagnostics = discover(module)
            declarations += tools
            found += diagnostics
        program, diagnostics = resolve(
            declarations, loader, modules=modules, signature_files=signature_files
        )
        return Outcome(program, (*found, *diagnostics))

    def module(self, text: str) -> Outcome:
        """Resolve one module, `app.py`."""
        self.write("app.py", text)
        return self.resolve("app.py")

    def shared(self, text: str) -> Outcome:
        """Resolve one signature file, `sig/shared.sig`."""
        self.write("sig/shared.sig", text)
        return self.resolve(signature_files=True)

    def declared(self, *declarations: ToolDeclaration) -> Outcome:
        """Resolve tools that a registry declares."""
        return Outcome(*resolve(declarations, self.loader()))


def handler_of(
    name: str, qualname: str, file: str = "app.py", line: int | None = None
) -> ToolDeclaration:
    """Give a tool that a registry declares."""
    return ToolDeclaration(name, HandlerLocation(file, qualname, line))


def shown(diagnostic: Diagnostic) -> str:
    """Give a diagnostic as text: place, code, message, the text it points at; then the rest."""
    lines = [f"{_place(diagnostic.span)} {diagnostic.code} {diagnostic.message}"]
    lines += [f"  {_place(label.span)} {label.text}" for label in diagnostic.labels]
    lines += [f"  note: {note}" for note in diagnostic.notes]
    if diagnostic.hint is not None:
        lines.append(f"  hint: {diagnostic.hint}")
    if diagnostic.fix is not None:
        lines.append(f"  fix: {_place(diagnostic.fix.span)} {diagnostic.fix.replacement}")
    return "\n".join(lines)


def _place(span: Span | None) -> str:
    if span is None:
        return "-"
    begin = span.begin
    text = span.text if "\n" not in span.text else span.text.partition("\n")[0] + "…"
    return f"{span.source.name}:{begin.line}:{begin.column} [{text}]"
