from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_FILES = sorted((_ROOT / "schemac").rglob("*.py"))
_TEST_FILES = sorted((_ROOT / "tests").rglob("*.py"))
_MOST_LINES = 300
_FORBIDDEN_NAMES = {"utils.py", "helpers.py", "common.py"}

_OWNERS = {
    "lark": ("syntax/",),
    "jsonschema_rs": ("enforce/validate.py",),
    "mcp": ("wire/", "stdio.py", "stdio_lines.py"),
    "mcp_types": ("wire/", "stdio.py", "stdio_lines.py"),
    "flask": ("flask.py", "flask_bodies.py", "flask_hosts.py", "cli/flask_commands.py"),
}


def _name(path: Path) -> str:
    return path.relative_to(_ROOT / "schemac").as_posix()


def test_files_are_small_and_well_named() -> None:
    assert _too_long(_FILES) == {}
    assert [path for path in _FILES if path.name in _FORBIDDEN_NAMES] == []


def test_files_of_tests_are_small_and_well_named_too() -> None:
    assert _too_long(_TEST_FILES) == {}
    assert [path for path in _TEST_FILES if path.name in _FORBIDDEN_NAMES] == []


def _too_long(files: list[Path]) -> dict[str, int]:
    sizes = {
        path.relative_to(_ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in files
    }
    return {name: size for name, size in sizes.items() if size > _MOST_LINES}


def test_libraries_are_imported_by_their_own_rooms_only() -> None:
    strays = [
        f"{_name(path)} imports {library}"
        for path in _FILES
        for library in sorted(_imported(ast.parse(path.read_text(encoding="utf-8"))))
        if library in _OWNERS and not _name(path).startswith(_OWNERS[library])
    ]
    assert strays == []


def _imported(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import schemac", ("lark", "mcp", "mcp_types", "flask", "jsonschema_rs")),
        ("from schemac import Handler, tool, Grants, Registry", ("lark", "mcp", "flask")),
        ("import schemac.compiler", ("mcp", "mcp_types", "flask")),
        ("from schemac.plan import codec, view", ("lark", "mcp", "flask", "jsonschema_rs")),
    ],
)
def test_importing_loads_nothing_that_is_not_needed(
    statement: str, absent: tuple[str, ...]
) -> None:
    program = f"{statement}\nimport sys\nprint([n for n in {absent!r} if n in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert run.stdout.strip() == "[]"
