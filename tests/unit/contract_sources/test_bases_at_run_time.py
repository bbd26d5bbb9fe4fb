"""The classes that Python says a handler inherits from, where reading alone does not find them."""

from __future__ import annotations

import importlib
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.compiler import CompileOptions, compile_paths, compile_tools
from schemac.plan.codec import encode
from schemac.runtime import surface
from schemac.runtime.errors import ContractError, StalePlanError
from schemac.service import Surroundings
from schemac.wire.settings import read_settings
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schemac import Registry

ELSEWHERE = """
    import collections
    from schemac import Handler

    class Plain:
        #: The greatest number of rows (Sphinx reads this).
        most = 3
        def helper(self): return 1

    class Guarded(Handler):
        #: type output = { id: String, ?secret: String @requires(:x) }
        pass

    class Open(Handler):
        #: type output = { id: String, ?secret: String }
        pass

    class Calls(Guarded):
        #: () -> output
        def call(self): return {"id": "a", "secret": "s"}

    class Renamed(Guarded):
        #: type output = { id: String, ?other: String @requires(:x) }
        pass
    Renamed.__qualname__ = "Unknown"

    class Twice(Handler): pass
    class Twice(Handler):
        #: type output = { id: String, ?secret: String @requires(:x) }
        pass

    Point = collections.namedtuple("Point", "x")
    Made = type("Made", (), {})
"""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder for `app.py`; `elsewhere` is a module that reading `app.py` does not find."""
    (tmp_path / "site").mkdir()
    (tmp_path / "app").mkdir()
    (tmp_path / "site" / "elsewhere.py").write_text(dedent(ELSEWHERE), encoding="utf-8")
    finder = FoundIn({"elsewhere": tmp_path / "site", "bases_app": tmp_path / "app"})
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    yield tmp_path / "app"
    for name in ("elsewhere", "bases_app"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("is_known", [True, False])
def test_a_base_whose_file_nobody_knows_is_told_as_such(app: Path, *, is_known: bool) -> None:
    made = registry(app, "Guarded", CALL)
    (app / "elsewhere.py").write_text(dedent(ELSEWHERE), encoding="utf-8")
    if is_known:
        vars(importlib.import_module("elsewhere"))["Guarded"] = object
    else:
        del sys.modules["elsewhere"]
    declared = [tool.declaration() for tool in made.tools()]
    (found,) = compile_tools(declared, CompileOptions(root=app)).errors
    assert found.code == "SC614"
    assert found.message == "nobody can tell where the `Guarded` was written that `T` inherits from"


NEAR = """
class Near:
    #: type x = {
    y = 1
"""


def registry(folder: Path, bases: str, body: str) -> Registry:
    text = f"""
from schemac import Handler, Registry
from elsewhere import *

class Local(Handler):
    #: type output = {{ id: String, ?local: String @requires(:x) }}
    pass

registry = Registry()

#: type output = {{ id: String, ?secret: String }}

@registry.tool("t")
class T({bases}):
    '''A tool.'''
{body}
"""
    (folder / "bases_app.py").write_text(text, encoding="utf-8")
    made: Registry = importlib.import_module("bases_app").registry
    return made


def fields(made: Registry, **settings: object) -> list[str]:
    """Give the output fields that a caller with every grant sees beside those of one without."""
    service = Service(made, sig_paths=[], eager=True, **settings)
    shown = [shown_fields(service, context) for context in (Grants(), Grants(requires="x"))]
    return [*shown[0], "|", *shown[1][len(shown[0]) :]]


def shown_fields(service: Service, context: Grants) -> list[str]:
    (tool,) = service.list_tools(context)
    schema = tool["outputSchema"]
    assert isinstance(schema, dict)
    return [*schema["properties"]]


CALL = "    #: () -> output\n    def call(self): return {'id': 'a', 'secret': 's'}\n"
OWN = "    #: type output = { own: String }\n" + CALL


@pytest.mark.parametrize(
    ("bases", "body", "expected"),
    [
        ("Guarded", CALL, ["id", "|", "secret"]),
        ("Calls", "    pass", ["id", "|", "secret"]),
        ("Plain, Guarded", CALL, ["id", "|", "secret"]),
        ("Plain, Local", CALL, ["id", "|", "local"]),
        ("Guarded, Local", CALL, ["id", "|", "secret"]),
        ("Local, Guarded", CALL, ["id", "|", "local"]),
        ("Open, Local", CALL, ["id", "secret", "|"]),
        ("Plain, Handler", CALL, ["id", "secret", "|"]),
        ("Plain, Handler", OWN, ["own", "|"]),
        ("Open, Handler", OWN, ["own", "|"]),
        ("Point, Handler", OWN, ["own", "|"]),
        ("Made, Handler", OWN, ["own", "|"]),
        ("Renamed", OWN, ["own", "|"]),
    ],
)
def test_they_are_taken_from_python(app: Path, bases: str, body: str, expected: list[str]) -> None:
    made = registry(app, bases, body)
    assert fields(made) == expected
    declared = [tool.declaration() for tool in made.tools()]
    plan = compile_tools(declared, CompileOptions(root=app))
    (app / "plan.json").write_text(encode(plan.plan), encoding="utf-8")
    assert fields(made, plan=app / "plan.json") == expected


@pytest.mark.parametrize("bases", ["Made, Local", "Point, Local", "Renamed", "Twice"])
def test_nothing_is_taken_from_behind_one_that_is_in_no_file(app: Path, bases: str) -> None:
    made = registry(app, bases, CALL)
    assert Service(made, sig_paths=[]).list_tools(Grants(requires="x")) == []
    with pytest.raises(ContractError, match=r"SC603.*nobody can tell which `type output` `T` has"):
        fields(made)


@pytest.mark.parametrize(
    ("bases", "body", "note"),
    [
        ("Made, Local", CALL, "the base class `Made` is not found, just once, in a file"),
        ("Twice", CALL, "the base class `Twice` is not found, just once, in a file"),
        ("Made, Point, Local", CALL, "the base classes `Made`, `Point` are not found, just once,"),
        ("Made, Handler", "    #: type output = {}", "the base class `Made` is not found, just"),
        ("Made, Calls", "    pass", "the base class `Made` is not found, just once, in a file"),
    ],
)
def test_what_an_import_gave_is_not_told_to_be_imported(
    app: Path, bases: str, body: str, note: str
) -> None:
    made = registry(app, bases, body)
    declared = [tool.declaration() for tool in made.tools()]
    (found,) = compile_tools(declared, CompileOptions(root=app)).errors
    assert found.notes[0].startswith(note)
    assert "import" not in f"{found.notes} {found.hint}"


def test_a_file_that_is_gone_holds_anything(app: Path) -> None:
    made = registry(app, "Plain, Local", CALL)
    (app.parent / "site" / "elsewhere.py").unlink()
    assert Service(made, sig_paths=[]).list_tools(Grants()) == []


def test_a_module_that_is_not_among_the_loaded_ones_holds_anything(app: Path) -> None:
    made = registry(app, "Guarded", CALL)
    del sys.modules["elsewhere"]
    assert Service(made, sig_paths=[]).list_tools(Grants(requires="x")) == []
    (tool,) = made.tools()
    assert [base.file for base in tool.declaration().bases] == [""]


def test_what_is_wrong_in_a_file_of_no_concern_is_not_told(app: Path) -> None:
    with (app.parent / "site" / "elsewhere.py").open("a", encoding="utf-8") as file:
        file.write(NEAR)
    assert fields(registry(app, "Plain, Local", CALL)) == ["id", "|", "local"]


def test_a_base_that_is_annotated_later_is_noticed(
    app: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surface, "_LOOK_AGAIN", 0.0)
    made = registry(app, "Plain, Local", CALL)
    settings = read_settings({"sig_paths": []})
    service = Service.furnished(made, settings, Surroundings(debug=True))
    assert shown_fields(service, Grants()) == ["id"]
    site = app.parent / "site" / "elsewhere.py"
    text = site.read_text(encoding="utf-8")
    site.write_text(
        text.replace("class Plain:\n", "class Plain:\n    #: type output = { new: String }\n\n"),
        encoding="utf-8",
    )
    assert shown_fields(service, Grants()) == ["new"]


@pytest.mark.parametrize(
    ("bases", "body", "planned"),
    [
        ("Guarded", CALL, []),
        ("Plain, Local", CALL, []),
        ("Guarded, Local", OWN, ["t"]),
        ("Local, Open", OWN, ["t"]),
        ("Plain, Local", OWN, ["t"]),
    ],
)
def test_a_plan_made_without_them_is_theirs_only_where_they_change_nothing(
    app: Path, bases: str, body: str, planned: list[str]
) -> None:
    made = registry(app, bases, body)
    found = compile_paths([app / "bases_app.py"], CompileOptions(root=app))
    assert [tool.name for tool in found.plan.tools] == planned
    (app / "plan.json").write_text(encode(found.plan), encoding="utf-8")
    if bases in {"Local, Open", "Plain, Local"} and planned:
        assert fields(made, plan=app / "plan.json") == ["own", "|"]
    else:
        with pytest.raises(StalePlanError):
            fields(made, plan=app / "plan.json")
