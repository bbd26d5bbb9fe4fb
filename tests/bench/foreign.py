"""Sizes in, the same work as FastMCP and pydantic are given it out: Python with annotations.

What every caller sees is the same for all there, so the gated parts stand in it ungated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bench.work import Work

__all__ = ["write_functions", "write_models"]

_NAMES = ("Person", "Place", "Stage")

_HEAD = """\
from typing import Annotated, Literal, Union

from pydantic import BaseModel, Field
from typing_extensions import NotRequired, TypedDict

"""

_SHARED = """\
class {name}({base}):
    id: Annotated[str, Field(description="The identifier")]
    name: Annotated[str, Field(max_length=200)]
    status: Literal["open", "closed"]
    score: {maybe}[Annotated[int, Field(ge=0)]]{none}
    origin: {maybe}[str]{none}
    history: {maybe}[list[str]]{none}

"""

_RECORDS = """\
class Row{n}({base}):
    id: int
    label: str
    cost: {maybe}[int]{none}

class Place{n}({base}):
    city: str
    street: str
    floor: {maybe}[int]{none}

class Success{n}({base}):
    ok: Literal[True]
    message: Annotated[str, Field(description="What was done")]
    rows: list[Row{n}]
    first_0: {types[0]}
    first_1: {types[1]}
    first_2: {types[2]}
{second}
class Rerouted{n}({base}):
    ok: Literal[True]
    rerouted: Literal[True]
    trail: list[str]

class Refused{n}({base}):
    ok: Literal[False]
    error: str

"""

_PARAMETERS = (
    ("applicant_id", 'Annotated[str, Field(max_length=36, description="The applicant to move")]'),
    ("workflow_id", "Annotated[str, Field(max_length=36)]"),
    ("note", 'Annotated[str, Field(max_length=2000, description="A note for the others")]'),
    ("priority", 'Literal["low", "normal", "high"]'),
    ("tags", "Annotated[list[str], Field(max_length=20)]"),
    ("labels", "dict[str, str]"),
    ("place", "Place{n}"),
    ("assignee", "str | None = None"),
    ("limit", "Annotated[int, Field(ge=1, le=100)] = 25"),
    ("notify", "bool = True"),
    ("factor", "float = 1.0"),
    ("reason", 'Annotated[str | None, Field(description="Why they are moved back")] = None'),
)


def write_functions(folder: Path, work: Work) -> Path:
    """Write `functions.py`: `FUNCTIONS`, each a tool over TypedDicts."""
    parts = [_HEAD, "from tests.bench.work import RESULT\n\n", *_shared(work, "TypedDict")]
    for number in range(work.tools):
        parts.append(_records(number, work, "TypedDict"))
        parts.append(_function(number))
    names = ", ".join(f"tool_{number:05}" for number in range(work.tools))
    parts.append(f"FUNCTIONS = ({names},)\n")
    return _written(folder / "functions.py", parts)


def write_models(folder: Path, work: Work) -> Path:
    """Write `models.py`: `MODELS`, an input and an output model for each handler."""
    parts = [_HEAD, *_shared(work, "BaseModel")]
    for number in range(work.tools):
        parts.append(_records(number, work, "BaseModel"))
        parts.append(_input(number))
        parts.append(_output(number))
    names = ", ".join(f"Input{number}, Output{number}" for number in range(work.tools))
    parts.append(f"MODELS = ({names},)\n")
    return _written(folder / "models.py", parts)


def _written(file: Path, parts: list[str]) -> Path:
    file.write_text("".join(parts), "utf-8")
    return file


def _filled(template: str, base: str, **more: object) -> str:
    """Fill a template; `X[T]` of an absent-able field is a union in a model."""
    if base == "TypedDict":
        return template.format(base=base, maybe="NotRequired", none="", **more)
    return template.replace("{maybe}[", "Union[None, ").format(base=base, none=" = None", **more)


def _type(number: int) -> str:
    return _NAMES[number] if number < len(_NAMES) else f"Kind{number:03}"


def _shared(work: Work, base: str) -> list[str]:
    return [_filled(_SHARED, base, name=_type(number)) for number in range(work.shared_types)]


def _records(number: int, work: Work, base: str) -> str:
    types = [_type((number * 3 + at) % work.shared_types) for at in range(3)]
    second = "".join(f"    other_{at}: {name}\n" for at, name in enumerate(types) if work.hoisted)
    return _filled(_RECORDS, base, n=number, types=types, second=second)


def _result(number: int) -> str:
    wide = f" | Rerouted{number}" if number % 2 else ""
    return f"Success{number}{wide} | Refused{number}"


def _function(number: int) -> str:
    parameters = ", ".join(
        f"{name}: {kind.replace('{n}', str(number))}" for name, kind in _PARAMETERS
    )
    return (
        f"def tool_{number:05}({parameters}) -> {_result(number)}:\n"
        f'    """Move an applicant on to another stage of workflow {number}."""\n'
        f"    return RESULT\n\n"
    )


def _input(number: int) -> str:
    fields = "".join(
        f"    {name}: {kind.replace('{n}', str(number))}\n" for name, kind in _PARAMETERS
    )
    return f"class Input{number}(BaseModel):\n{fields}\n"


def _output(number: int) -> str:
    return f"class Output{number}(BaseModel):\n    data: {_result(number)}\n\n"
