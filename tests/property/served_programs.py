"""Services of random programs, for callers who hold some of three flags."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from schemac import Grants, Registry, Service
from schemac.runtime.errors import UnknownToolError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.runtime.outcomes import CallOutcome
    from tests.property.annotated_programs import Program

__all__ = ["Served", "flags", "modest", "no_warnings"]

modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "15")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
flags = st.frozensets(st.sampled_from(("a", "b", "c")))


def no_warnings() -> Iterator[None]:
    """Keep what the compiler thinks of random programs out of the log."""
    log = logging.getLogger("schemac")
    before = log.level
    log.setLevel(logging.ERROR)
    yield
    log.setLevel(before)


class Served:
    """A service of one program; the handler notes its arguments and returns what it is told."""

    def __init__(self, program: Program) -> None:
        self.given: dict[str, Any] | None = None
        self.returns: Any = None
        registry = Registry()
        registry.add(
            self.handle,
            name="t",
            description="What a test calls.",
            signature=program.signature(),
            types=program.types(),
        )
        self.service = Service(registry, eager=True)

    def handle(self, **given: object) -> object:
        self.given = given
        return self.returns

    def listed(self, held: frozenset[str]) -> dict[str, Any] | None:
        return next(iter(self.service.list_tools(context(held))), None)

    def call(self, arguments: Any, returns: Any, held: frozenset[str]) -> CallOutcome | None:
        self.given, self.returns = None, returns
        try:
            return self.service.surface.call_tool("t", arguments, context(held), None)
        except UnknownToolError:
            return None


def context(held: frozenset[str]) -> Grants:
    return Grants(requires=held & {"a", "b"}, feature=held & {"c"})
