"""Decorators made of `tool` are told only where it is sure, and never make an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.gates import Never
from tests.unit.resolve.guessed_tools import HEAD, SHOWN, STAFF, compiled, told, told_of_use

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "made",
    [
        "made = partial(tool, requires='staff')",
        "made = functools.partial(registry.tool, requires='staff')",
        "made: object = partial(schemac.tool, requires='staff')",
        "alias = registry.tool\nmade = partial(alias, requires='staff')",
        "other = partial(tool, requires='staff')\nmade = other",
        "def made(name): return tool(name)",
        "def made(name): return registry.tool(name)",
        "def made(name, registry): return registry.tool(name)",
        "def made(name): return partial(tool, requires='staff')(name)",
        "def made(name): return partial(registry.tool, requires='staff')(name)",
        "def made(name):\n    from schemac import tool\n    return tool(name)",
        "def made(name):\n    def wrap(cls): return tool(name)(cls)\n    return wrap",
        "def inner(name): return tool(name)\ndef made(name): return inner(name)",
        "def made(name): return later(name)\ndef later(name): return tool(name)",
        "if True:\n    def made(name): return tool(name)",
        "try:\n    made = partial(tool)\nexcept ImportError:\n    pass",
    ],
)
def test_what_is_surely_made_of_tool_is_told(tmp_path: Path, made: str) -> None:
    found = compiled(tmp_path, app=f"{HEAD}\n{made}\n@made('salaries'){SHOWN}")
    assert told(found) == (["SC608"], ["salaries"])
    assert found.plan.tools[0].gate == Never()


@pytest.mark.parametrize(
    "made",
    [
        "def made(f):\n    print(current_call().tool)\n    return f",
        "def made(f):\n    f.tool = 1\n    return f",
        "def made(f): return f if f.tool else None",
        "def made(f): return f, tool",
        "def made(f): return register(tool, f)",
        "def made(tool): return lambda cls: tool(cls)",
        "def made(f):\n    tool = print\n    return tool(f)",
        "def made(f):\n    from elsewhere import tool\n    return tool(f)",
        "def made(f):\n    def inner(tool): return tool(f)\n    return inner",
        "def create(): return tool('x')\nmade = create()",
        "made = registry.tool('x')",
        "made = registry.tool.other",
        "made = make(tool)",
        "made = [tool][0]",
        "made = tool or print",
        "made, other = tool, print",
        "from elsewhere import partial as part\nmade = part(tool)",
        "made = partial(print, tool)",
        "def made(name): return tool(name)\ndef made(name): return name",
        "made = partial(tool)\nmade = print",
        "if registry:\n    made = tool\nelse:\n    made = print",
        "for each in ():\n    made = tool",
        "with registry:\n    def made(name): return tool(name)",
        "made = tool\ndef change():\n    global made\n    made = print",
        "made = tool\ndel made",
        "class made:\n    def __init__(self, name): tool(name)",
        "def around():\n    def made(name): return tool(name)",
        "from fastmcp import FastMCP\nmcp = FastMCP()\nmade = partial(mcp.tool, enabled=True)",
        "from fastmcp import FastMCP\nmcp = FastMCP()\ndef made(name): return mcp.tool(name)",
        "from fastmcp import FastMCP\ndef made(mcp: FastMCP): return mcp.tool('x')",
    ],
)
def test_all_else_makes_no_tools(tmp_path: Path, made: str) -> None:
    assert told_of_use(tmp_path, made) == ([], [])


@pytest.mark.parametrize(
    "used", ["app.route('x')", "app.tools.route", "made('x').more()", "made.more", "made['x']"]
)
def test_only_the_name_itself_is_a_maker(tmp_path: Path, used: str) -> None:
    made = "def made(name): return tool(name)\napp = made\n"
    assert told_of_use(tmp_path, made, used) == ([], [])


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("from shop.wiring import staff", "staff('salaries')"),
        ("from shop.wiring import staff as made", "made('salaries')"),
        ("from shop import wiring", "wiring.staff('salaries')"),
        ("import shop.wiring", "shop.wiring.staff('salaries')"),
        ("import shop.wiring as w", "w.staff('salaries')"),
        ("from .wiring import staff", "staff('salaries')"),
        ("from . import wiring", "wiring.staff('salaries')"),
        ("from . import staff", "staff('salaries')"),
        ("from shop import staff", "staff('salaries')"),
        ("import shop", "shop.staff('salaries')"),
    ],
)
@pytest.mark.parametrize("folder", ["", "src/"])
def test_makers_of_other_modules_are_followed(
    tmp_path: Path, written: str, used: str, folder: str
) -> None:
    files = {
        f"{folder}shop____init__": "from .wiring import staff\n",
        f"{folder}shop__wiring": f"from schemac import tool\n{STAFF}",
        f"{folder}shop__app": f"from schemac import Handler\n{written}\n@{used}{SHOWN}",
    }
    assert told(compiled(tmp_path, **files)) == (["SC608"], ["salaries"])


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("from cachetools import staff", "staff('salaries')"),
        ("from cachetools.shop.wiring import staff", "staff('salaries')"),
        ("import cachetools", "cachetools.staff('salaries')"),
        ("from shop.other import staff", "staff('salaries')"),
        ("from shop.wiring import Place", "Place.staff('salaries')"),
        ("from shop.wiring import staff\nstaff = print", "staff('salaries')"),
        ("from shop.wiring import staff\ndef f(staff): ...", "staff('salaries')"),
        ("try:\n    from shop.wiring import staff\nexcept E:\n    staff = 1", "staff('salaries')"),
        ("from shop.wiring import *", "staff('salaries')"),
        ("from shop.circle import staff", "staff('salaries')"),
        ("import staff", "staff('salaries')"),
        ("from shop import wiring", "wiring['staff']('salaries')"),
    ],
)
def test_makers_of_that_name_elsewhere_are_none(tmp_path: Path, written: str, used: str) -> None:
    files = {
        "shop____init__": "",
        "shop__other": "from cachetools import staff\n",
        "shop__circle": "from .circle import staff\n",
        "shop__wiring": f"from schemac import tool\n{STAFF}class Place: ...\n",
        "shop__app": f"from schemac import Handler\n{written}\n@{used}{SHOWN}",
    }
    assert told(compiled(tmp_path, **files)) == ([], [])


def test_a_module_that_lies_in_two_places_is_not_sure(tmp_path: Path) -> None:
    made = f"from schemac import tool\n{STAFF}"
    app = f"from schemac import Handler\nfrom wiring import staff\n@staff('salaries'){SHOWN}"
    assert told(compiled(tmp_path, wiring="staff = print\n", a__wiring=made, a__app=app)) == (
        [],
        [],
    )


def test_inside_a_function_a_name_may_be_another(tmp_path: Path) -> None:
    def nested(parameter: str) -> str:
        inner = SHOWN.replace("\n", "\n    ")
        return f"{HEAD}{STAFF}\ndef make({parameter}):\n    @staff('salaries'){inner}\n"

    assert told(compiled(tmp_path, app=nested("staff"))) == ([], [])
    assert told(compiled(tmp_path, app=nested("other")))[0] == ["SC608"]


@pytest.mark.parametrize("order", ["@staff('x')\n@tool('y')", "@tool('y')\n@staff('x')"])
def test_beside_tool_itself_nothing_is_guessed(tmp_path: Path, order: str) -> None:
    found = compiled(tmp_path, app=f"{HEAD}{STAFF}\n{order}{SHOWN}")
    assert told(found) == ([], ["y"])


def test_nothing_is_guessed_of_methods(tmp_path: Path) -> None:
    app = f"""
{HEAD}{STAFF}
@tool("show")
class Show(Handler):
    '''Show.'''
    #: () -> {{ id: String }}
    @staff("x")
    def call(self): ...

class Plain(Handler):
    @staff("y")
    #: () -> {{ id: String }}
    def call(self): ...

    #: (a: String) -> {{ id: String }}
    @staff("z")
    def other(self, *, a): ...
"""
    assert told(compiled(tmp_path, app=app)) == ([], ["show"])


@pytest.mark.parametrize(
    "target",
    [
        "class Job(Base): ...",
        "class Job(Handler):\n    type = 1",
        "class Job(Handler):\n    #: (a: String) -> { ok: true }\n    def call(self, *, b): ...",
        "class Job(Handler):\n    #: (a: String)\n    def call(self, *, a): ...",
        "class Job(Handler):\n    #: (a: String) -> output\n    def call(self, *, a): ...",
        "class Job(Handler):\n    #: (a: String) -> { ok: true }\n    def call(a): ...",
        "class Job(Handler):\n    #: () -> { ok: true }\n    call = None",
        "#: (a: String) -> { ok: true }\ndef job(a, b): ...",
        "#: (?a: String) -> { ok: true }\ndef job(a): ...",
        "#: (a: String)\ndef job(a, /): ...",
        "#: (a: String) -> output\ndef job(a): ...",
    ],
)
def test_a_guess_is_never_an_error(tmp_path: Path, target: str) -> None:
    sure = "\n@tool('sure')" + SHOWN
    found = compiled(tmp_path, app=f"{HEAD}{STAFF}\n@staff('job')\n{target}\n{sure}")
    codes, tools = told(found)
    assert codes in (["SC608"], ["SC608", "SC102"], ["SC608", "SC108"])
    assert tools == ["sure"]


def test_mistakes_in_annotations_are_told_under_a_guess_too(tmp_path: Path) -> None:
    text = SHOWN.replace("Array[Integer]", "Sallary")
    codes, tools = told(compiled(tmp_path, app=f"{HEAD}{STAFF}\n@staff('salaries'){text}"))
    assert (codes, tools) == (["SC608", "SC201"], [])


def test_calls_in_functions_are_not_looked_at(tmp_path: Path) -> None:
    calls = "".join(f"def test_{n}():\n    Registry().tool('a')(Salaries)\n" for n in range(2))
    assert told(compiled(tmp_path, app=f"{HEAD}{SHOWN}{calls}")) == ([], [])


def test_a_parameter_is_not_the_tool_of_its_name(tmp_path: Path) -> None:
    app = f"""
{HEAD}
def deco(f): return f

@tool('t', requires='admin')
@deco
#: () -> {{id: String}}
def f():
    '''Do.'''
"""
    assert told(compiled(tmp_path, app=app)) == ([], ["t"])


def test_applications_and_their_routes_are_nothing_to_us(tmp_path: Path) -> None:
    app = f"""
{HEAD}
def create_app():
    registry.tool("salaries")(Handler)
    return object()

app = create_app()
api = Api(app)

@app.template_filter("x")
class Filter(Base): ...

@api.route("orders")
class Orders(Resource): ...

@admin.register("product")
class ProductAdmin(ModelAdmin): ...
"""
    made = "from schemac import tool\ndef register(cls): return tool(cls)\n"
    assert told(compiled(tmp_path, app=app, made=made)) == ([], [])


def test_long_rows_of_functions_and_names_are_followed(tmp_path: Path) -> None:
    functions = "".join(f"def d{n}(f): return d{n - 1}(f)\n" for n in range(1, 2000))
    text = f"{HEAD}def d0(f): return tool(f)\n{functions}@d1999('salaries'){SHOWN}"
    assert told(compiled(tmp_path, app=text)) == (["SC608"], ["salaries"])
    names = "".join(f"x{n} = x{n - 1}\n" for n in range(1, 2000))
    text = f"{HEAD}x0 = registry\n{names}@x1999.tool('salaries'){SHOWN}"
    assert told(compiled(tmp_path, app=text)) == ([], ["salaries"])
    twice = "".join(f"x{n} = x{n - 1}\nx{n} = x{n - 1}\n" for n in range(1, 100))
    text = f"{HEAD}x0 = registry\n{twice}@x99.tool('salaries'){SHOWN}"
    assert told(compiled(tmp_path, app=text)) == ([], ["salaries"])
