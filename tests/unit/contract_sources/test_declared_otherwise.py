"""What a plan records of a decorator and serves is what the registered tool says, or an error."""

from __future__ import annotations

import importlib
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Handler, Registry, Service
from schemac.compiler import CompileOptions, compile_paths, compile_tools
from schemac.plan.codec import encode
from schemac.runtime.errors import StalePlanError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MODULE = '''
from schemac import Handler, Registry

registry = Registry()


class Base(Handler):
    """Never told."""

    #: (n: Integer) -> Integer
    def call(self, *, n):
        """Count on."""
        return n


@registry.tool("kept", {options})
class Kept(Base):
    """{paragraph}

    More of it.
    """
{body}

@registry.tool("plain")
class Plain(Base):
    kind = 1
'''
OPTIONS: dict[str, Any] = {
    "title": "Keep it",
    "category": "orders",
    "summary": "About orders",
    "icons": [{"src": "https://example.com/a.png"}],
    "meta": {"team": "a"},
    "deferred": True,
    "internal": True,
    "read_only": True,
    "destructive": False,
    "idempotent": True,
    "open_world": False,
    "domains": ["orders"],
    "examples": [{"name": "one", "input": {"n": 1}, "output": 2}],
}
OTHERS: dict[str, tuple[object, str]] = {
    "title": ("Keep them", '`"Keep it"` → `"Keep them"`'),
    "category": ("bills", '`"orders"` → `"bills"`'),
    "summary": ("About bills", '`"About orders"` → `"About bills"`'),
    "icons": (
        [{"src": "https://example.com/b.png"}],
        '`[{"src": "https://example.com/a.png"}]` → `[{"src": "https://example.com/b.png"}]`',
    ),
    "meta": ({"team": "b" * 50}, '`{"team": "a"}` → `{"team": "' + "b" * 29 + "…`"),
    "deferred": (False, "`true` → `false`"),
    "internal": (False, "`true` → `false`"),
    "read_only": (False, "`true` → `false`"),
    "destructive": (True, "`false` → `true`"),
    "idempotent": (False, "`true` → `false`"),
    "open_world": (True, "`false` → `true`"),
    "domains": (["orders", "open"], '`["orders"]` → `["orders", "open"]`'),
}
ABSENT = {"deferred": "`true` → `false`", "internal": "`true` → `false`"}
MISSING = [name for name in OPTIONS if name not in ("examples", "icons", "summary")]


class Project:
    """A module with two tools, and a plan of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plan = folder / "plan.json"

    def write(
        self, options: dict[str, Any], *, paragraph: str = "Keep count.", body: str = ""
    ) -> None:
        given = ", ".join(f"{name}={value!r}" for name, value in options.items())
        text = MODULE.format(options=given, paragraph=paragraph, body=body)
        (self.folder / "kept_tools.py").write_text(text, encoding="utf-8")

    def registry(self) -> Registry:
        sys.modules.pop("kept_tools", None)
        importlib.invalidate_caches()
        registry = importlib.import_module("kept_tools").registry
        assert isinstance(registry, Registry)
        return registry

    def build(self, *, app: bool = False) -> None:
        options = CompileOptions(self.folder)
        if app:
            declared = [tool.declaration() for tool in self.registry().tools()]
            found = compile_tools(declared, options)
        else:
            found = compile_paths([self.folder], options)
        assert found.diagnostics == ()
        self.plan.write_text(encode(found.plan), encoding="utf-8")

    def told(self) -> str:
        """Give what keeps the plan from being served; "" where nothing does."""
        try:
            Service(self.registry(), plan=self.plan, eager=True)
        except StalePlanError as error:
            head, *rest = str(error).splitlines()
            assert head.endswith("is not the plan of these tools; `schemac build` makes a new one.")
            lines = [line.split("is declared otherwise than there: ") for line in rest]
            assert all("`kept` (kept_tools.py:" in before for before, _ in lines)
            return "\n".join(after for _, after in lines)
        return ""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    made = Project(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made.write(OPTIONS)
    made.build()
    yield made
    sys.modules.pop("kept_tools", None)


def test_what_is_declared_alike_is_served(project: Project) -> None:
    assert project.told() == ""
    project.build(app=True)
    assert project.told() == ""


@pytest.mark.parametrize("name", OTHERS)
def test_another_value_is_refused(project: Project, name: str) -> None:
    value, change = OTHERS[name]
    project.write({**OPTIONS, name: value})
    assert project.told() == f"`{name}` ({change})"


@pytest.mark.parametrize("name", MISSING)
def test_a_value_that_came_or_went_is_refused(project: Project, name: str) -> None:
    fewer = {key: value for key, value in OPTIONS.items() if key != name}
    project.write(fewer)
    gone = project.told()
    project.build()
    project.write(OPTIONS)
    come = project.told()
    there, here = gone.removeprefix(f"`{name}` (").removesuffix(")").split(" → ")
    assert here == ("`false`" if name in ABSENT else "none")
    assert come == f"`{name}` ({here} → {there})"


def test_other_examples_are_refused(project: Project) -> None:
    (first,) = OPTIONS["examples"]
    for changed in ({"name": "two"}, {"input": {"n": 2}}, {"output": 3}):
        project.write({**OPTIONS, "examples": [{**first, **changed}]})
        assert project.told() == "`examples`"
    failing = {"name": "one", "input": {"n": 1}, "error": "no"}
    project.write({**OPTIONS, "examples": [failing]})
    assert project.told() == "`examples`"
    project.write({**OPTIONS, "examples": [first, failing]})
    assert project.told() == "`examples` (1 → 2)"
    project.build()
    assert project.told() == ""


def test_all_that_differs_is_told_at_once(project: Project) -> None:
    project.write({**OPTIONS, "title": "Other", "internal": False})
    assert project.told() == '`title` (`"Keep it"` → `"Other"`), `internal` (`true` → `false`)'


def test_a_docstring_in_a_file_is_held_against_the_plan(project: Project) -> None:
    project.write(OPTIONS, paragraph="Keep\n    count.")
    assert project.told() == ""
    project.write(OPTIONS, paragraph="Lose count.")
    assert project.told() == '`description` (`"Keep count."` → `"Lose count."`)'
    project.write(OPTIONS, paragraph="")
    assert project.told() == '`description` (`"Keep count."` → `"More of it."`)'


def test_the_docstring_of_call_counts_where_the_class_has_none(project: Project) -> None:
    file = project.folder / "kept_tools.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("Never told.", "Told never."), encoding="utf-8")
    assert project.told() == ""
    file.write_text(text.replace("Count on.", "Count off."), encoding="utf-8")
    with pytest.raises(StalePlanError) as caught:
        Service(project.registry(), plan=project.plan, eager=True)
    (line,) = str(caught.value).splitlines()[1:]
    assert line.startswith("- `plain` (")
    assert line.endswith('than there: `description` (`"Count on."` → `"Count off."`)')


DESCRIBED = [
    ({}, ""),
    ({"description": "By argument."}, ""),
    ({"description": ""}, ""),
    ({}, '    description = "By attribute."\n'),
    ({}, "    def description(self):\n        return 'By method.'\n"),
    ({"description": "By argument."}, "    def description(self):\n        return 'By method.'\n"),
    ({}, '    #: description "By annotation."\n'),
]
SAID = [
    '`"Keep count."`',
    '`"By argument."`',
    '`"Keep count."`',
    '`"By attribute."`',
    "a method",
    '`"By argument."`',
    None,
]


@pytest.mark.parametrize(("options", "body"), DESCRIBED)
def test_reading_a_description_is_importing_it(
    project: Project, options: dict[str, Any], body: str
) -> None:
    project.write({"title": "", "summary": "", **options}, body=body)
    project.build()
    read = project.plan.read_bytes()
    project.build(app=True)
    assert project.plan.read_bytes() == read


@pytest.mark.parametrize(
    "body",
    [
        '    description = "By " + "attribute."\n',
        "    description = call = None\n",
        '    if True:\n        description = "By attribute."\n',
        '    description = "By attribute."\n    description = "By another."\n',
    ],
)
def test_an_attribute_that_only_importing_tells_is_told(project: Project, body: str) -> None:
    project.write({}, body=body)
    found = compile_paths([project.folder], CompileOptions(project.folder)).diagnostics
    told = [(one.code, one.message) for one in found if one.code == "SC608"]
    assert told == [
        ("SC608", "`description` is no literal and cannot be read without running the code")
    ]


@pytest.mark.parametrize("now", range(len(DESCRIBED)))
@pytest.mark.parametrize("then", range(len(DESCRIBED)))
def test_descriptions_of_every_origin(project: Project, then: int, now: int) -> None:
    project.write(DESCRIBED[then][0], body=DESCRIBED[then][1])
    project.build(app=then > now)
    assert project.told() == ""
    project.write(DESCRIBED[now][0], body=DESCRIBED[now][1])
    if SAID[then] == SAID[now]:
        assert project.told() == ""
        return
    with pytest.raises(StalePlanError) as caught:
        Service(project.registry(), plan=project.plan, eager=True)
    told = str(caught.value).splitlines()[1]
    if SAID[then] is None or SAID[now] is None:
        assert "has other annotations than there: `kept_tools.py` has changed" in told
    else:
        here = "no method" if SAID[then] == "a method" and now in (0, 2) else SAID[now]
        assert told.endswith(f"otherwise than there: `description` ({SAID[then]} → {here})")


class Lazy:
    """A text that is made when it is asked for."""

    def __str__(self) -> str:
        return "made now"


class Given(Handler):
    """Give it."""

    def call(self, *, n: int = 0) -> int:
        return n


def _given(handler: object = Given, **options: Any) -> Registry:
    registry = Registry()
    registry.add(handler, name="given", signature="(?n: Integer) -> Integer", **options)
    return registry


def _plan_of(registry: Registry, file: Path) -> Path:
    found = compile_tools([tool.declaration() for tool in registry.tools()])
    file.write_text(encode(found.plan), encoding="utf-8")
    return file


@pytest.mark.parametrize("name", ["title", "summary", "description"])
def test_lazy_texts_are_no_part_of_the_plan(tmp_path: Path, name: str) -> None:
    plan = _plan_of(_given(**{name: Lazy()}), tmp_path / "plan.json")
    Service(_given(**{name: Lazy()}), plan=plan, eager=True)
    with pytest.raises(StalePlanError, match=rf"`{name}` \("):
        Service(_given(**{name: "made now"}), plan=plan, eager=True)


def test_docstrings_of_what_was_given_with_text(tmp_path: Path) -> None:
    class Other(Given):
        """Take it."""

    plan = _plan_of(_given(), tmp_path / "plan.json")
    Service(_given(), plan=plan, eager=True)
    with pytest.raises(StalePlanError, match=r"`description` \(`\"Give it\.\"` → `\"Take it\.\"`"):
        Service(_given(Other), plan=plan, eager=True)


WITHOUT_DOCSTRINGS = """
import sys
from schemac import Registry, Service

class Given(dict):
    '''Give it.'''
    def call(self, *, n=0): return n

registry = Registry()
registry.add(Given, name="given", signature="(?n: Integer) -> Integer")
if sys.argv[1:]:
    from schemac.compiler import compile_tools
    from schemac.plan.codec import encode
    found = compile_tools([tool.declaration() for tool in registry.tools()])
    open(sys.argv[1], "w").write(encode(found.plan))
else:
    print(Service(registry, plan="plan.json", eager=True).list_tools(None)[0]["description"])
"""


def test_a_python_that_keeps_no_docstrings_serves_those_of_the_plan(tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout

    (tmp_path / "given.py").write_text(WITHOUT_DOCSTRINGS, encoding="utf-8")
    run("given.py", "plan.json")
    assert run("given.py") == "Give it.\n"
    assert run("-OO", "given.py") == "Give it.\n"
