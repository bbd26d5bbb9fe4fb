"""Decorators made of `tool` are told only where it is sure, and never make an error."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.plan.gates import Asked, Never

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.compiler import Compilation

HEAD = """
import functools
from functools import partial
import schemac
from schemac import Handler, Registry, current_call, tool

registry = Registry()
"""
SHOWN = """
class Salaries(Handler):
    '''List.'''
    #: () -> { salaries: Array[Integer] }
    def call(self): ...
"""
STAFF = "def staff(name): return tool(name, requires='staff')\n"


def _compiled(folder: Path, **files: str) -> Compilation:
    for name, text in files.items():
        path = name.replace("__", "/").replace("//init/", "/__init__")
        place = folder / f"{path}.py"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return compile_paths([folder], CompileOptions(root=folder))


def _told(found: Compilation) -> tuple[list[str], list[str]]:
    return [each.code for each in found.diagnostics], [each.name for each in found.plan.tools]


def _used(folder: Path, made: str, used: str = "made('salaries')") -> tuple[list[str], list[str]]:
    return _told(_compiled(folder, app=f"{HEAD}\n{dedent(made)}\n@{used}{SHOWN}"))


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
    found = _compiled(tmp_path, app=f"{HEAD}\n{made}\n@made('salaries'){SHOWN}")
    assert _told(found) == (["SC608"], ["salaries"])
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
    assert _used(tmp_path, made) == ([], [])


@pytest.mark.parametrize(
    "used", ["app.route('x')", "app.tools.route", "made('x').more()", "made.more", "made['x']"]
)
def test_only_the_name_itself_is_a_maker(tmp_path: Path, used: str) -> None:
    made = "def made(name): return tool(name)\napp = made\n"
    assert _used(tmp_path, made, used) == ([], [])


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
    assert _told(_compiled(tmp_path, **files)) == (["SC608"], ["salaries"])


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
    assert _told(_compiled(tmp_path, **files)) == ([], [])


def test_a_module_that_lies_in_two_places_is_not_sure(tmp_path: Path) -> None:
    made = f"from schemac import tool\n{STAFF}"
    app = f"from schemac import Handler\nfrom wiring import staff\n@staff('salaries'){SHOWN}"
    assert _told(_compiled(tmp_path, wiring="staff = print\n", a__wiring=made, a__app=app)) == (
        [],
        [],
    )


ALIASES = [
    "made = tool",
    "made = schemac.tool",
    "made = registry.tool",
    "made: object = registry.tool",
    "first = registry.tool\nmade = first",
    "try:\n    made = registry.tool\nexcept AttributeError:\n    pass",
    "def make(): ...\nthing = make()\nmade = thing.tool",
]


@pytest.mark.parametrize("made", ALIASES)
def test_an_alias_is_read_as_tool_itself(tmp_path: Path, made: str) -> None:
    used = "made('salaries', requires='staff')"
    found = _compiled(tmp_path, app=f"{HEAD}\n{made}\n@{used}{SHOWN}")
    assert _told(found) == ([], ["salaries"])
    assert isinstance(found.plan.tools[0].gate, Asked)


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("from wiring import made", "made"),
        ("from wiring import made as other", "other"),
        ("import wiring", "wiring.made"),
        ("from .wiring import made", "made"),
    ],
)
def test_an_alias_of_another_module_too(tmp_path: Path, written: str, used: str) -> None:
    wiring = "from schemac import Registry\nregistry = Registry()\nmade = registry.tool\n"
    app = f"from schemac import Handler\n{written}\n@{used}('salaries', requires='staff'){SHOWN}"
    found = _compiled(tmp_path, wiring=wiring, app=app)
    assert _told(found) == ([], ["salaries"])
    assert isinstance(found.plan.tools[0].gate, Asked)


def test_an_alias_says_what_tool_would(tmp_path: Path) -> None:
    wrong = "made = registry.tool\n"
    assert _used(tmp_path, wrong, "made('salaries', need='x')") == (["SC613"], [])
    app = f"{HEAD}made = registry.tool\n@made('add')\ndef add(a): ...\n"
    assert "SC603" in _told(_compiled(tmp_path, app=app))[0]


@pytest.mark.parametrize(
    "files", [{}, {"wiring": "from fastmcp import FastMCP\nt = FastMCP().tool"}]
)
def test_an_alias_of_another_library_is_none(tmp_path: Path, files: dict[str, str]) -> None:
    made = "from fastmcp import FastMCP\nmcp = FastMCP()\nt = mcp.tool\n"
    if files:
        made = "from wiring import t\n"
    assert _told(_compiled(tmp_path, app=f"{made}@t()\ndef add(a): ...\n", **files)) == ([], [])


def test_inside_a_function_a_name_may_be_another(tmp_path: Path) -> None:
    def nested(parameter: str) -> str:
        inner = SHOWN.replace("\n", "\n    ")
        return f"{HEAD}{STAFF}\ndef make({parameter}):\n    @staff('salaries'){inner}\n"

    assert _told(_compiled(tmp_path, app=nested("staff"))) == ([], [])
    assert _told(_compiled(tmp_path, app=nested("other")))[0] == ["SC608"]


@pytest.mark.parametrize("order", ["@staff('x')\n@tool('y')", "@tool('y')\n@staff('x')"])
def test_beside_tool_itself_nothing_is_guessed(tmp_path: Path, order: str) -> None:
    found = _compiled(tmp_path, app=f"{HEAD}{STAFF}\n{order}{SHOWN}")
    assert _told(found) == ([], ["y"])


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
    assert _told(_compiled(tmp_path, app=app)) == ([], ["show"])


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
    found = _compiled(tmp_path, app=f"{HEAD}{STAFF}\n@staff('job')\n{target}\n{sure}")
    codes, tools = _told(found)
    assert codes in (["SC608"], ["SC608", "SC102"], ["SC608", "SC108"])
    assert tools == ["sure"]


@pytest.mark.parametrize("first", [True, False])
def test_where_another_tool_has_the_name_the_guess_is_dropped(
    tmp_path: Path,
    first: bool,  # noqa: FBT001 - a column of the table
) -> None:
    guess = f"\n@staff('salaries'){SHOWN}"
    sure = f"\n@tool('salaries', requires='other'){SHOWN.replace('Salaries', 'Others')}"
    body = guess + sure if first else sure + guess
    found = _compiled(tmp_path, app=f"{HEAD}{STAFF}{body}")
    assert _told(found) == (["SC608"], ["salaries"])
    assert isinstance(found.plan.tools[0].gate, Asked)


def test_of_two_guesses_of_a_name_one_is_left(tmp_path: Path) -> None:
    guess = f"\n@staff('salaries'){SHOWN}"
    again = guess.replace("Salaries", "Others")
    found = _compiled(tmp_path, app=f"{HEAD}{STAFF}{guess}{again}")
    assert _told(found) == (["SC608", "SC608"], ["salaries"])


def test_mistakes_in_annotations_are_told_under_a_guess_too(tmp_path: Path) -> None:
    text = SHOWN.replace("Array[Integer]", "Sallary")
    codes, tools = _told(_compiled(tmp_path, app=f"{HEAD}{STAFF}\n@staff('salaries'){text}"))
    assert (codes, tools) == (["SC608", "SC201"], [])


def test_one_class_given_twice_under_a_name_is_one_tool(tmp_path: Path) -> None:
    calls = "tool('salaries')(Salaries)\nregistry.tool('salaries')(Salaries)\n"
    assert _told(_compiled(tmp_path, app=f"{HEAD}{SHOWN}{calls}")) == ([], ["salaries"])
    once = f"{HEAD}@tool('salaries'){SHOWN}registry.tool('salaries')(Salaries)\n"
    assert _told(_compiled(tmp_path, app=once)) == ([], ["salaries"])


def test_one_class_with_two_gates_or_names_is_two_tools(tmp_path: Path) -> None:
    gated = "tool('salaries')(Salaries)\ntool('salaries', requires='x')(Salaries)\n"
    assert _told(_compiled(tmp_path, app=f"{HEAD}{SHOWN}{gated}"))[0] == ["SC610"]
    named = "tool('a')(Salaries)\ntool('b')(Salaries)\n"
    assert sorted(_told(_compiled(tmp_path, app=f"{HEAD}{SHOWN}{named}"))[1]) == ["a", "b"]


def test_two_classes_of_a_name_are_told(tmp_path: Path) -> None:
    calls = "tool('a')(Salaries)\ntool('a')(Others)\n"
    others = SHOWN.replace("Salaries", "Others")
    assert _told(_compiled(tmp_path, app=f"{HEAD}{SHOWN}{others}{calls}"))[0] == ["SC610"]


def test_calls_in_functions_are_not_looked_at(tmp_path: Path) -> None:
    calls = "".join(f"def test_{n}():\n    Registry().tool('a')(Salaries)\n" for n in range(2))
    assert _told(_compiled(tmp_path, app=f"{HEAD}{SHOWN}{calls}")) == ([], [])


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
    assert _told(_compiled(tmp_path, app=app)) == ([], ["t"])


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
    assert _told(_compiled(tmp_path, app=app, made=made)) == ([], [])


def test_long_rows_of_functions_and_names_are_followed(tmp_path: Path) -> None:
    functions = "".join(f"def d{n}(f): return d{n - 1}(f)\n" for n in range(1, 2000))
    text = f"{HEAD}def d0(f): return tool(f)\n{functions}@d1999('salaries'){SHOWN}"
    assert _told(_compiled(tmp_path, app=text)) == (["SC608"], ["salaries"])
    names = "".join(f"x{n} = x{n - 1}\n" for n in range(1, 2000))
    text = f"{HEAD}x0 = registry\n{names}@x1999.tool('salaries'){SHOWN}"
    assert _told(_compiled(tmp_path, app=text)) == ([], ["salaries"])
    twice = "".join(f"x{n} = x{n - 1}\nx{n} = x{n - 1}\n" for n in range(1, 100))
    text = f"{HEAD}x0 = registry\n{twice}@x99.tool('salaries'){SHOWN}"
    assert _told(_compiled(tmp_path, app=text)) == ([], ["salaries"])
