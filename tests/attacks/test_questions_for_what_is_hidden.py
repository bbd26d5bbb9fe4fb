"""48: what a context is asked, and so the time it takes, does not tell hidden from unknown."""

from __future__ import annotations

from typing import Any

import flask
import pytest

from schemac import Grouped, Registry, Service, UnknownToolError
from schemac.flask import blueprint

FLAGS = "abcd"


class Asked:
    """Says no, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def requires(self, flag: str) -> bool:
        self.asked.append(flag)
        return False

    def questions(self) -> list[str]:
        return sorted(self.asked)


class AskedLater(Asked):
    async def requires(self, flag: str) -> bool:  # type: ignore[override] # an awaitable will do
        return super().requires(flag)


class AskedOfTheUser:
    """Leaves it to its user."""

    def __init__(self) -> None:
        self.current_user = User()

    def questions(self) -> list[str]:
        return sorted(self.current_user.asked)


class User:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def can(self, flag: str) -> bool:
        self.asked.append(flag)
        return False


class Deciding(Asked):
    """Decides at once, over the network perhaps: what counts is how often."""

    def decide(self, atoms: tuple[tuple[str, str], ...]) -> dict[tuple[str, str], bool]:
        self.asked.append("at once")
        return dict.fromkeys(atoms, False)


class Failing(Asked):
    def requires(self, flag: str) -> bool:
        super().requires(flag)
        raise RuntimeError(flag)


CONTEXTS: list[type[Any]] = [Asked, AskedLater, AskedOfTheUser, Deciding, Failing]


def service(*, grouped: bool, **more: Any) -> Service:
    registry = Registry()

    def add(name: str, signature: str, **options: Any) -> None:
        registry.add(
            lambda: {"ok": True}, name=name, description="d", signature=signature, **options
        )

    add("open_tool", "() -> { ok: true, ?more: Integer @requires(:d) }", category="open")
    add("hidden_a", "() -> { ok: true }", requires="a", category="shut")
    add("hidden_bc", "() -> { ok: true }", requires="b & c", category="shut")
    add("hidden_inside", "() -> { ok: true } @requires(:a)", category="shut")
    return Service(registry, domains={"default": Grouped() if grouped else None}, **more)


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("kind", CONTEXTS)
def test_calls(kind: type[Any], grouped: bool) -> None:  # noqa: FBT001 - one of two
    served = service(grouped=grouped)
    for _ in ("cold", "warm"):
        asked = []
        for name in ("nothing", "hidden_a", "hidden_bc", "hidden_inside", "shut_tools"):
            context = kind()
            with pytest.raises(UnknownToolError):
                served.call_tool(name, {"tool_name": "hidden_a", "arguments": {}}, context)
            asked.append(context.questions())
        assert asked == [asked[0]] * 5
        assert asked[0] == (["at once"] if kind is Deciding else list(FLAGS))


@pytest.mark.parametrize("kind", CONTEXTS)
def test_calls_through_a_facade(kind: type[Any]) -> None:
    served = service(grouped=True)
    asked = []
    for name in ("nothing", "hidden_a", "shut_tools"):
        context = kind()
        given: dict[str, object] = {"tool_name": name, "arguments": {}}
        assert served.call_tool("open_tools", given, context).is_error
        asked.append(context.questions())
    assert asked == [asked[0]] * 3


@pytest.mark.parametrize("kind", CONTEXTS)
def test_addresses(kind: type[Any]) -> None:
    served = service(grouped=False, resources=True)
    asked = []
    for name in ("nothing", "hidden_a", "hidden_bc"):
        context = kind()
        params = {"uri": f"schemac://tool/{name}"}
        message = {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params}
        answer = served.handle(message, context)
        assert answer is not None
        assert answer["error"] == {
            "code": -32002,
            "message": "Resource not found",
            "data": {"uri": f"schemac://tool/{name}"},
        }
        asked.append(context.questions())
    assert asked == [asked[0]] * 3


@pytest.mark.parametrize("kind", CONTEXTS)
def test_domains(kind: type[Any]) -> None:
    registry = Registry()
    for name, flag in (("vault", "a"), ("attic", "b & c")):
        registry.add(
            lambda: {"ok": True},
            name=f"in_{name}",
            description="d",
            signature="() -> { ok: true }",
            requires=flag,
            domains=name,
        )
    seen: list[Any] = []

    def context(_: flask.Request) -> object:
        seen.append(kind())
        return seen[-1]

    app = flask.Flask("hall")
    app.register_blueprint(blueprint(context=context, registry=registry))
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    for domain in ("vault", "attic", "nowhere", "a/b"):
        assert app.test_client().post(f"/mcp/{domain}", json=ping).status_code == 404
    assert [one.questions() for one in seen] == [seen[0].questions()] * 4
    assert seen[0].questions() == (["at once"] if kind is Deciding else list("abc"))
    assert app.test_client().post("/mcp", json=ping).status_code == 200
    assert seen[-1].questions() == []


def test_a_call_that_is_there_is_asked_its_own_questions_alone() -> None:
    context = Asked()
    assert service(grouped=False).call_tool("open_tool", {}, context).payload == {"ok": True}
    assert context.asked == ["d"]
