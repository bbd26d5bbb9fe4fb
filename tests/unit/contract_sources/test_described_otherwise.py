"""What a plan records of docstrings and descriptions, held against the registered tools."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Handler, Registry, Service
from schemac.compiler import CompileOptions, compile_paths, compile_tools
from schemac.plan.codec import encode
from schemac.runtime.errors import StalePlanError
from tests.unit.contract_sources import declared
from tests.unit.contract_sources.declared import OPTIONS, Project

if TYPE_CHECKING:
    from pathlib import Path

project = pytest.fixture(declared.project)


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
