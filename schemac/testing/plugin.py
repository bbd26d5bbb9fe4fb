"""The pytest plugin: fixtures for snapshots and clients, and what updated snapshots expose."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from schemac.testing.client import McpClient
    from schemac.testing.snapshots import SchemaSnapshot

__all__ = ["McpClients", "mcp_client", "schema_snapshot"]

_PROPERTY = "schemac_exposure"
_NO_SYRUPY = "`schema_snapshot` needs syrupy: install `schemac[testing]`"


class McpClients(Protocol):
    """What the fixture `mcp_client` gives: a maker of clients for one test."""

    def __call__(
        self,
        app: Any,  # noqa: ANN401 - a Flask app
        *,
        persona: object = None,
        blueprint: str | None = None,
        domain: str | None = None,
        headers: Mapping[str, str] | None = None,
        config: str | Path | None = None,
    ) -> McpClient:
        """Give a client for a blueprint of the app.

        With a persona, its name or any context, requests of that blueprint are that caller's until
        the test ends; without one, the app's own `context` callable is asked.
        """


@pytest.fixture
def schema_snapshot(request: pytest.FixtureRequest) -> SchemaSnapshot:
    """Compare tools with files beside the test: for `assert_tool_matches`."""
    if not request.config.pluginmanager.has_plugin("syrupy"):
        pytest.fail(_NO_SYRUPY, pytrace=False)
    # Loaded by the first test that wants them: the plugin is in every run of every project.
    from schemac.testing.json_files import ToolFiles  # noqa: PLC0415 - the same
    from schemac.testing.snapshots import SchemaSnapshot  # noqa: PLC0415 - the same

    assertion = request.getfixturevalue("snapshot").use_extension(ToolFiles)
    told: list[tuple[str, object]] = request.node.user_properties
    return SchemaSnapshot(assertion, lambda line: told.append((_PROPERTY, line)))


@pytest.fixture
def mcp_client(request: pytest.FixtureRequest) -> Iterator[McpClients]:
    """Make clients that speak the protocol through Flask's test client."""
    from schemac.project.mounts import (  # noqa: PLC0415 - as above
        address,
        around,
        calling_as,
        chosen_mount,
    )
    from schemac.testing.client import McpClient  # noqa: PLC0415 - as above
    from schemac.testing.personas import caller  # noqa: PLC0415 - as above
    from schemac.testing.setup import config_of  # noqa: PLC0415 - as above

    with ExitStack() as stack:

        def make(
            app: Any,  # noqa: ANN401 - a Flask app
            *,
            persona: object = None,
            blueprint: str | None = None,
            domain: str | None = None,
            headers: Mapping[str, str] | None = None,
            config: str | Path | None = None,
        ) -> McpClient:
            name, _ = chosen_mount(app, blueprint)
            if persona is not None:
                with around(app):
                    context = caller(config_of(config, request.path.parent), persona, domain)
                stack.enter_context(calling_as(app, name, lambda _: context))
            path = address(app, name) + ("" if domain is None else f"/{domain}")
            return McpClient(app.test_client(), path, headers or {})

        yield make


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what snapshots that were updated let callers see: a reviewer should know."""
    lines = [
        str(value)
        for reports in terminalreporter.stats.values()
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == _PROPERTY
    ]
    if lines:
        terminalreporter.section("callers see more by updated snapshots")
        for line in dict.fromkeys(lines):
            terminalreporter.write_line(line)
