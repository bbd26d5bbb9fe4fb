"""A tool and personas in, what each is told compared with a file of its own out."""

from __future__ import annotations

import json
from difflib import unified_diff
from typing import TYPE_CHECKING, Any

from schemac.project.mounts import around
from schemac.runtime.errors import UnknownToolError
from schemac.testing.calls import usual_domain
from schemac.testing.gained import gained
from schemac.testing.personas import caller
from schemac.testing.setup import SetupError, calling_folder, config_of, service_of, tool_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from syrupy.assertion import SnapshotAssertion

    from schemac.project.mounts import App
    from schemac.runtime.registry import Registry
    from schemac.service import Service

__all__ = ["SchemaSnapshot", "assert_tool_matches"]


class SchemaSnapshot:
    """The files beside a test. `tell` is given what an updated file exposes."""

    def __init__(self, assertion: SnapshotAssertion, tell: Callable[[str], None]) -> None:
        self._assertion = assertion
        self._tell = tell

    def difference(self, tool: str, who: str, told: Mapping[str, Any] | None) -> str | None:
        """Compare with the file of a tool and a caller; None where they are the same.

        A tool that is hidden is `null` in its file.
        """
        taken = self._assertion(name=f"{tool}.{who}")
        same = taken == told
        done = taken.executions[taken.num_executions - 1]
        before = done.recalled_data
        lines = gained(None if before is None else json.loads(before), told)
        if done.created or done.updated:
            self._tell_of(tool, who, lines, new=before is None)
        if same:
            return None
        if before is None:
            return f"`{tool}` for `{who}` has no snapshot yet"
        parts = [f"`{tool}` for `{who}` is not what its snapshot says"]
        parts += [f"{who} would see more: {line}" for line in lines]
        return "\n".join([*parts, *_differing(before, done.asserted_data)])

    def _tell_of(self, tool: str, who: str, lines: Iterable[str], *, new: bool) -> None:
        for line in lines:
            self._tell(f"{tool}, {who}: {line}{' (a new snapshot)' if new else ''}")


def assert_tool_matches(  # noqa: PLR0913 - all but two are named
    snapshot: SchemaSnapshot,
    tool: object,
    *,
    personas: Iterable[str] | None = None,
    registry: Registry | None = None,
    app: App | None = None,
    blueprint: str | None = None,
    domain: str | None = None,
    config: str | Path | None = None,
) -> None:
    """Compare what personas are told of a tool with their files: all personas, if none are named.

    `tool` is a name, or the class or function that handles it. Raises AssertionError, SetupError.
    """
    __tracebackhide__ = True
    found = config_of(config, calling_folder())
    service = service_of(found, registry, app, blueprint)
    name = tool_name(service, tool)
    if service.registry.get(name) is None:
        raise SetupError(f"there is no tool `{name}`")
    wanted = usual_domain(service, name) if domain is None else domain
    names = tuple(found.personas) if personas is None else tuple(personas)
    if not names:
        raise SetupError("the configuration names no personas")
    differences = []
    for who in names:
        with around(app):
            told = _told(service, name, caller(found, who, wanted), wanted)
        differences.append(snapshot.difference(name, who, told))
    failed = [text for text in differences if text is not None]
    if failed:
        raise AssertionError("\n\n".join([*failed, "Accept it with --snapshot-update."]))


def _differing(before: object, now: object) -> Iterator[str]:
    """Give the lines that differ, with some around them."""
    texts = (str(before).splitlines(), str(now).splitlines())
    return unified_diff(*texts, "snapshot", "now", lineterm="")


def _told(
    service: Service, name: str, context: object, domain: str | None
) -> dict[str, object] | None:
    try:
        with service.surface.visit(context, domain, insider=True) as visit:
            return visit.tool(name)
    except UnknownToolError:
        return None
