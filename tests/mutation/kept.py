"""Two folders of the mutation run in, the verdicts of the older one that still hold out.

What was noticed counts on where the mutated file and the test that noticed it read as they did;
what survived with a reason, where the file does. All else is judged anew.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

from tests.mutation.verdict import known_in, reasons

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["kept"]


def kept(old: Path, new: Path) -> dict[str, Mapping[str, str]]:
    """Give the verdicts by the mutants' names, which are the same while the file is."""
    explained = reasons()
    return {
        name: each
        for name, each in known_in(old).items()
        if _is_same_file(name.rpartition(".")[0], old, new)
        and (
            each["key"] in explained
            if each["verdict"] == "survived"
            else each["verdict"] == "excluded" or _is_same_test(each["by"], old, new)
        )
    }


@cache
def _is_same_file(module: str, old: Path, new: Path) -> bool:
    paths = [each / "copy" / f"{module.replace('.', '/')}.py" for each in (old, new)]
    return all(path.exists() for path in paths) and len({path.read_bytes() for path in paths}) == 1


@cache
def _is_same_test(test: str, old: Path, new: Path) -> bool:
    file, _, name = test.partition("[")[0].partition("::")
    texts = [_tests(each / "copy" / file).get(name.rpartition("::")[2]) for each in (old, new)]
    return texts[0] is not None and texts[0] == texts[1]


@cache
def _tests(path: Path) -> Mapping[str, str]:
    """Give the functions of a file, decorators included."""
    if not path.is_file():
        return {}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    return {each.name: ast.dump(each) for each in ast.walk(tree) if isinstance(each, functions)}
