"""Over standard input and output, hidden and non-existent are answered alike, byte for byte."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO
from typing import Any

import pytest

from schemac import Grants, Registry, Service
from schemac.runtime.grouping import Grouped
from schemac.stdio import Pipes, serve_service

VERSIONS = ["2025-06-18", "2025-11-25", "2026-07-28"]
MODERN = "2026-07-28"
ADMIN = Grants(requires={"admin"})
CALLERS: dict[str, object] = {"nobody": None, "member": Grants(), "odd": object()}

HIDDEN, UNKNOWN = "vault", "attic"
"""A domain that is hidden from callers, and one that there is not; names of one length."""

REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("ping", {}),
    ("server/discover", {}),
    ("tools/list", {}),
    ("tools/list", {"cursor": "x"}),
    ("tools/call", {"name": "pay_all", "arguments": {}}),
    ("tools/call", {"name": "no_such", "arguments": {}}),
    ("tools/call", {"name": "money_tools", "arguments": {}}),
    ("tools/call", {"name": "pay_all", "arguments": [1]}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "schemac://surface"}),
    ("resources/read", {"uri": "schemac://tool/pay_all"}),
    ("resources/read", {"uri": "schemac://examples/pay_all"}),
    ("completion/complete", {"ref": {"type": "ref/resource", "uri": "schemac://tool/pay_all"}}),
    ("prompts/list", {}),
    ("logging/setLevel", {"level": "info"}),
    ("nothing/at/all", {}),
]


class Sink(BytesIO):
    """Keeps what was written when whoever wrote is done with it."""

    written = b""

    def close(self) -> None:
        self.written = self.getvalue()
        super().close()


@cache
def service(*, grouped: bool = False) -> Service:
    registry = Registry()

    def add(name: str, signature: str, answer: object, **options: Any) -> None:
        def work(**_: object) -> object:
            return answer

        registry.add(work, name=name, description="d", signature=signature, **options)

    add("hello", "(who: String, ?loud: bool @requires(:admin)) -> { said: String }", {"said": "hi"})
    add("pay_all", "() -> { ok: true }", {"ok": True}, requires="admin", category="money")
    add("pay_in", "() -> { ok: true }", {"ok": True}, requires="admin", domains=HIDDEN)
    domains = {"default": Grouped()} if grouped else ["default"]
    return Service(registry, resources=True, domains=domains)


def answers(
    version: str,
    requests: list[tuple[str, dict[str, Any]]],
    caller: object,
    domain: str | None = None,
    *,
    grouped: bool = False,
) -> list[dict[str, Any]]:
    """Give what one session answers, by the order of the requests."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    greeting = {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    }
    messages: list[dict[str, Any]] = []
    if version != MODERN:
        messages.append({"id": 1000, "method": "initialize", "params": greeting})
        messages.append({"method": "notifications/initialized"})
    for number, (method, params) in enumerate(requests):
        given = {**params, "_meta": meta} if version == MODERN else params
        messages.append({"id": number, "method": method, "params": given})
    lines = [json.dumps({"jsonrpc": "2.0", **message}) for message in messages]
    sink = Sink()
    pipes = Pipes(BytesIO(("\n".join(lines) + "\n").encode()), sink)
    serve_service(service(grouped=grouped), caller, pipes, domain=domain)
    written = sink.written or sink.getvalue()
    found = {answer["id"]: answer for answer in map(json.loads, written.splitlines())}
    assert sorted(found) == sorted(m["id"] for m in messages if "id" in m)
    return [found[number] for number in range(len(requests))]


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_hidden_domain_is_none(version: str, caller: str) -> None:
    hidden, unknown = (
        answers(version, REQUESTS, CALLERS[caller], domain) for domain in (HIDDEN, UNKNOWN)
    )
    for request, one, other in zip(REQUESTS, hidden, unknown, strict=True):
        assert json.dumps(one).replace(HIDDEN, UNKNOWN) == json.dumps(other), request
        if request[0] in ("tools/list", "resources/list"):
            assert one["error"]["code"] == -32602


@pytest.mark.parametrize("version", VERSIONS)
def test_the_same_domain_is_there_for_whom_it_is_for(version: str) -> None:
    (listed, called) = answers(
        version,
        [("tools/list", {}), ("tools/call", {"name": "pay_in", "arguments": {}})],
        ADMIN,
        HIDDEN,
    )
    assert [tool["name"] for tool in listed["result"]["tools"]] == ["pay_in"]
    assert called["result"]["structuredContent"] == {"ok": True}


def asking(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Ask for a tool in every way there is."""
    return [
        ("tools/call", {"name": name}),
        ("tools/call", {"name": name, "arguments": {}}),
        ("tools/call", {"name": name, "arguments": {"tool_name": "hello", "arguments": {}}}),
        ("tools/call", {"name": name, "arguments": None}),
        ("tools/call", {"name": name, "arguments": [1]}),
        ("tools/call", {"name": name, "arguments": {"a": {"b": [1]}}}),
        ("tools/call", {"name": name, "arguments": {}, "more": 1}),
        ("tools/call", {"name": "other_tools", "arguments": {"tool_name": name, "arguments": {}}}),
        ("resources/read", {"uri": f"schemac://tool/{name}"}),
        ("resources/read", {"uri": f"schemac://examples/{name}"}),
        ("resources/read", {"uri": f"schemac://tool/{name}/"}),
        ("resources/read", {"uri": f"schemac://surface/{name}"}),
    ]


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_hidden_tool_is_none(version: str, caller: str, grouped: bool) -> None:  # noqa: FBT001 - one of two
    names = ("pay_all", "no_such")
    hidden, unknown = (
        answers(version, asking(name), CALLERS[caller], grouped=grouped) for name in names
    )
    for one, other in zip(hidden, unknown, strict=True):
        assert json.dumps(one).replace("pay_all", "no_such") == json.dumps(other)
        assert "pay_in" not in str(one)
    for asked in hidden[:6]:  # whatever the arguments, no object among them
        assert asked["error"] == {"code": -32602, "message": "Unknown tool: pay_all"}
    facades = [
        answers(version, asking(name), CALLERS[caller], grouped=grouped)
        for name in ("money_tools", "monkey_tools")
    ]
    assert json.dumps(facades[0]).replace("money", "monkey") == json.dumps(facades[1])


@pytest.mark.parametrize("version", VERSIONS)
def test_listings_and_resources_name_nothing_hidden(version: str) -> None:
    requests: list[tuple[str, dict[str, Any]]] = [
        ("tools/list", {}),
        ("resources/list", {}),
        ("resources/templates/list", {}),
        ("resources/read", {"uri": "schemac://surface"}),
        ("resources/read", {"uri": "schemac://tool/hello"}),
    ]
    seen = json.dumps(answers(version, requests, Grants()))
    assert "hello" in seen
    for hidden in ("pay", "loud", "money", HIDDEN, "admin", "requires"):
        assert hidden not in seen
    assert "loud" in json.dumps(answers(version, requests, ADMIN))


@pytest.mark.parametrize("value", [True, "x", None, [1], {"a": 1}])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_hidden_argument_is_none(version: str, value: object) -> None:
    requests = [
        ("tools/call", {"name": "hello", "arguments": {"who": who, name: value}})
        for who in ("Ada", 5)
        for name in ("loud", "none")
    ]
    good, also_good, bad, also_bad = answers(version, requests, Grants())
    assert good["result"] == also_good["result"]
    assert good["result"]["isError"] is False
    assert bad["result"] == also_bad["result"]
    assert bad["result"]["isError"] is True
    assert "loud" not in str((good, bad))
