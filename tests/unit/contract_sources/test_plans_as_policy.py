"""A plan serves what its sources would, however it is made and read."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Literal

import flask
import pytest

from schemac import Grants, Registry, Service
from schemac.compiler import CompileOptions, compile_paths, compile_tools
from schemac.flask import blueprint
from schemac.plan.codec import PlanFormatError, decode, encode
from schemac.runtime import surface
from schemac.runtime.errors import ContractError, StalePlanError
from schemac.service import Surroundings
from schemac.wire.settings import read_settings
from tests.unit.contract_sources import shops

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.contract_sources.shops import Shop

shop = pytest.fixture(shops.shop)


def test_a_plan_serves_what_its_sources_would(shop: Shop) -> None:
    service = shop.serve()
    assert service.call_tool("move", {"id": "a"}, Grants(requires={"admin"})).payload == {
        "ok": True
    }
    assert service.call_tool("total", {}, None).payload == {"total": 1}


def test_a_plan_of_the_registry_is_the_plan_of_the_files(shop: Shop) -> None:
    declared = [tool.declaration() for tool in shop.registry().tools()]
    found = compile_tools(declared, CompileOptions(shop.folder, (shop.sig,)))
    assert encode(found.plan) == shop.plan.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("shop_tools.py", 'return {"ok": True', 'return {"ok": not False'),
        ("shop_tools.py", "# An ordinary comment.", "#: Prose, as Sphinx has it.\n"),
        ("shop_tools.py", "registry = Reg", "class Unrelated:\n    pass\n\n\nregistry = Reg"),
        ("shop_tools.py", 'requires="manage | admin"', 'requires="(manage|admin)"'),
        ("shop_tools.py", "*, id, stage=None", "*, id, stage=None, more=2"),
        ("shop_base.py", 'kind = "plain"', "kind = 1"),
        ("shop_tools.py", "class Move(Base)", "class Move(Base, Plain)"),
    ],
)
def test_code_may_change(shop: Shop, name: str, old: str, new: str) -> None:
    shop.change(name, old, new)
    if "Plain" in new:
        shop.change("shop_tools.py", "import Base", "import Base, Plain")
    shop.serve()


def test_line_ends_may_change(shop: Shop) -> None:
    for name in ("shop_tools.py", "shop_base.py", "sig/stage.sig"):
        file = shop.folder / name
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    shop.serve()


def test_without_sources_the_plan_is_believed(shop: Shop, tmp_path: Path) -> None:
    registry = shop.registry()
    for name in ("shop_tools.py", "shop_base.py", "sig/stage.sig"):
        (shop.folder / name).unlink()
    service = Service(registry, plan=shop.plan, sig_paths=[shop.sig], eager=True)
    assert [tool["name"] for tool in service.list_tools(Grants.all())] == ["move", "total"]
    assert tmp_path == shop.folder


def test_a_tool_that_is_left_out_is_not_missed(shop: Shop) -> None:
    registry = shop.registry().select(include=["total"])
    service = Service(registry, plan=shop.plan, eager=True)
    assert [tool["name"] for tool in service.list_tools(None)] == ["total"]
    shop.change("shop_base.py", "?note: String @requires(:routing)", "?note: String")
    registry = shop.registry().select(include=["total"])
    Service(registry, plan=shop.plan, eager=True)


def test_annotations_given_as_text_are_compared(tmp_path: Path) -> None:
    def registered(signature: str) -> Registry:
        registry = Registry()
        registry.add(lambda id: {"ok": True}, name="one", description="D.", signature=signature)  # noqa: A006, ARG005 - the parameter's name is what the annotation gives
        return registry

    plan = tmp_path / "plan.json"
    declared = [tool.declaration() for tool in registered("(id: String) -> { ok: true }").tools()]
    plan.write_text(encode(compile_tools(declared).plan), encoding="utf-8")
    service = Service(registered("(id: String) -> { ok: true }"), plan=plan, eager=True)
    assert service.call_tool("one", {"id": "a"}, None).payload == {"ok": True}
    with pytest.raises(StalePlanError, match=r"- `one` \(.*\) has other annotations than there"):
        Service(registered("(id: Integer) -> { ok: true }"), plan=plan, eager=True)


def test_a_plan_without_eager_is_held_against_the_tools_at_the_first_read(shop: Shop) -> None:
    shop.change("shop_tools.py", "-> { total: Integer }", "-> { total: Number }")
    service = Service(shop.registry(), plan=shop.plan)
    for _ in range(2):
        with pytest.raises(StalePlanError):
            service.list_tools(None)
        with pytest.raises(StalePlanError):
            service.call_tool("total", {}, None)


def test_a_handler_that_cannot_be_made_is_no_matter_of_the_plan(shop: Shop) -> None:
    shop.change("shop_tools.py", "    # An ordinary comment.", "    def __init__(self, a, b): ...")
    with pytest.raises(ContractError, match="its `__init__` must take nothing"):
        Service(shop.registry(), plan=shop.plan, eager=True)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[: len(text) // 2], "The plan is truncated or damaged: it is no JSON."),
        (lambda _: "", "The plan is truncated or damaged: it is no JSON."),
        (lambda text: text.replace('"move"', '"mova"'), "The plan is damaged: its digest"),
        (
            lambda text: json.dumps({**json.loads(text), "schemac_plan": 99}),
            "The plan is of version 99, made by a newer schemac; this one reads version 5.",
        ),
        (
            lambda text: json.dumps({**json.loads(text), "schemac_plan": "x"}),
            "The plan is of an unknown version.",
        ),
        (lambda _: "{}", "This is no plan: `schemac build` writes one."),
        (lambda _: "\udcff", "The plan is damaged: it is no UTF-8."),
    ],
)
def test_a_file_that_is_no_plan_is_refused(shop: Shop, damage: object, message: str) -> None:
    assert callable(damage)
    text = damage(shop.plan.read_text(encoding="utf-8"))
    shop.plan.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(PlanFormatError) as caught:
        Service(shop.registry(), plan=shop.plan, eager=True)
    assert str(caught.value).startswith(f"{shop.plan}: {message}")


def test_a_plan_that_is_not_there_is_refused(shop: Shop) -> None:
    with pytest.raises(PlanFormatError, match=r"no\.json: the plan cannot be read: No such file"):
        Service(shop.registry(), plan=shop.folder / "no.json", eager=True)
    with pytest.raises(PlanFormatError, match=r"'a\\x00b': the plan cannot be read: "):
        Service(shop.registry(), plan="a\0b", eager=True)


def test_many_reasons_are_cut_short(shop: Shop) -> None:
    registry = Registry()
    for number in range(30):
        registry.add(len, name=f"t{number}", signature="(x: String) -> Integer", description="D.")
    with pytest.raises(StalePlanError) as caught:
        Service(registry, plan=shop.plan, eager=True)
    lines = str(caught.value).splitlines()
    assert (len(lines), lines[-1]) == (22, "- and 10 more")


def closed(service: Service) -> bool:
    (tool,) = (tool for tool in service.list_tools(None) if tool["name"] == "total")
    return '"additionalProperties": false' in json.dumps(tool)


def test_a_plan_knows_whether_its_schemas_are_strict(shop: Shop) -> None:
    options = CompileOptions(shop.folder, (shop.sig,), strict_schema=True)
    shop.plan.write_text(encode(compile_paths([shop.folder], options).plan), encoding="utf-8")
    assert closed(Service(shop.registry(), plan=shop.plan))
    assert not closed(Service(shop.registry(), plan=shop.plan, strict_schema=False))
    shop.build()
    assert not closed(Service(shop.registry(), plan=shop.plan))
    assert closed(Service(shop.registry(), plan=shop.plan, strict_schema=True))


@pytest.mark.parametrize("planned", ["drop", "reject"])
def test_what_is_served_refuses_what_it_says_itself_and_not_what_the_plan_says(
    shop: Shop, planned: Literal["drop", "reject"]
) -> None:
    options = CompileOptions(shop.folder, (shop.sig,), undeclared=planned)
    plan = compile_paths([shop.folder], options).plan
    assert plan.undeclared == planned
    shop.plan.write_text(encode(plan), encoding="utf-8")
    assert not closed(Service(shop.registry(), plan=shop.plan))
    assert closed(Service(shop.registry(), plan=shop.plan, undeclared="reject"))


@pytest.mark.parametrize("place", ["file", "config", "argument"])
def test_an_app_takes_strictness_from_the_plan_and_not_from_the_file(
    shop: Shop, place: str
) -> None:
    shop.write("schemac.toml", 'strict_schema = true\nsig_paths = ["sig"]\nplan = "plan.json"\n')
    app = flask.Flask("shop", root_path=str(shop.folder))
    given: Any = {}
    if place == "config":
        app.config["SCHEMAC_STRICT_SCHEMA"] = True
    if place == "argument":
        given = {"strict_schema": True}
    app.register_blueprint(blueprint(context=lambda _: None, registry=shop.registry(), **given))
    assert closed(app.extensions["schemac"]["schemac"].service) == (place != "file")


def test_in_debug_a_plan_is_held_against_what_changes(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surface, "_LOOK_AGAIN", 0.0)
    settings = read_settings({"plan": shop.plan, "sig_paths": [shop.sig]})
    service = Service.furnished(shop.registry(), settings, Surroundings(debug=True))
    before = service.list_tools(None)
    assert service.list_tools(None) == before
    shop.change("shop_tools.py", 'return {"total": 1}', 'return {"total": 2}')
    assert service.list_tools(None) == before
    shop.change("sig/stage.sig", "'offer'", "'hired'")
    for _ in range(2):
        with pytest.raises(StalePlanError):
            service.list_tools(None)
    shop.change("shop_tools.py", '"""Sum up."""', '"""Add up."""')
    shop.build()
    assert service.list_tools(None) != before


def test_bases_that_the_planner_cannot_find_do_not_stand_in_the_way(
    shop: Shop, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "shop_base.py").write_bytes((shop.folder / "shop_base.py").read_bytes())
    (shop.folder / "shop_base.py").unlink()
    monkeypatch.syspath_prepend(elsewhere)
    shop.change(
        "shop_tools.py",
        "    #: import stage\n",
        "    #: import stage\n    #: type output = { ok: bool, note: String }\n",
    )
    shop.build()
    lineage = decode(shop.plan.read_text(encoding="utf-8")).tools[0].handler.lineage
    assert lineage == (("Move", 0), ("Base", None))
    shop.serve()


def test_an_instance_is_held_against_its_class(shop: Shop) -> None:
    def registered() -> Registry:
        shop.registry()
        registry = Registry()
        registry.add(sys.modules["shop_tools"].Move(None), name="move")
        return registry

    declared = [tool.declaration() for tool in registered().tools()]
    found = compile_tools(declared, CompileOptions(shop.folder, (shop.sig,)))
    shop.plan.write_text(encode(found.plan), encoding="utf-8")
    Service(registered(), plan=shop.plan, eager=True)
    shop.change("shop_base.py", "?note: String @requires(:routing)", "?note: String")
    with pytest.raises(StalePlanError, match=r"`shop_base\.py` has changed"):
        Service(registered(), plan=shop.plan, eager=True)
