"""48: what a context is asked, and so the time it takes, does not tell hidden from unknown."""

from __future__ import annotations

from typing import Any

import flask
import pytest

from schemac import Grouped, Registry, Service, UnknownToolError
from schemac.flask import blueprint
from schemac.runtime.errors import UnknownDomainError

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


class Noting:
    """Decides at once, says no, and notes the atoms."""

    def __init__(self) -> None:
        self.asked: list[tuple[tuple[str, str], ...]] = []

    def decide(self, atoms: tuple[tuple[str, str], ...]) -> dict[tuple[str, str], bool]:
        self.asked.append(atoms)
        return dict.fromkeys(atoms, False)


def asked_for(served: Service, name: str) -> tuple[tuple[str, str], ...]:
    context = Noting()
    with pytest.raises(UnknownToolError):
        served.call_tool(name, {}, context)
    (atoms,) = context.asked
    return atoms


UNKNOWN = [f"nothing_{number}" for number in range(40)]


@pytest.mark.parametrize("grouped", [False, True])
def test_at_once_a_name_of_nothing_is_asked_what_a_tool_is(grouped: bool) -> None:  # noqa: FBT001 - one of two
    served = service(grouped=grouped)
    names = ["hidden_a", "hidden_bc", "hidden_inside", *(["shut_tools"] if grouped else [])]
    of_hidden = {asked_for(served, name) for name in names}
    of_open = {(("requires", "d"),)}
    found = [asked_for(served, name) for name in UNKNOWN]
    assert of_hidden < set(found) <= of_hidden | of_open
    again = service(grouped=grouped)
    assert [asked_for(again, name) for name in UNKNOWN] == found


def test_which_one_is_drawn_by_names_that_nobody_knows() -> None:
    found = []
    for hidden in ("x", "y"):
        registry = Registry()
        for number in range(8):
            registry.add(
                lambda: {"ok": True},
                name=f"{hidden}_{number}",
                description="d",
                signature="() -> { ok: true }",
                requires=f"f{number}",
            )
        found.append([asked_for(Service(registry), name) for name in UNKNOWN])
    assert found[0] != found[1]


def test_at_once_a_domain_that_is_none_is_asked_what_a_hidden_one_is() -> None:
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
    served, found = Service(registry), {}
    for domain in ("vault", "attic", *UNKNOWN):
        context = Noting()
        with pytest.raises(UnknownDomainError):
            served.list_tools(context, domain)
        (found[domain],) = context.asked
    assert {found[domain] for domain in UNKNOWN} == {found["vault"], found["attic"]}


def test_where_nothing_is_gated_nothing_is_asked() -> None:
    registry = Registry()
    registry.add(lambda: {"ok": True}, name="t", description="d", signature="() -> { ok: true }")
    context = Noting()
    with pytest.raises(UnknownToolError):
        Service(registry).call_tool("no", {}, context)
    assert context.asked == []
