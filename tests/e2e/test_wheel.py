from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]

_PROGRAM = """
from __future__ import annotations
import sys
from schemac import Grants, Registry, Service
import schemac

registry = Registry()

TYPES = (
    'import error\\n'
    'type output = { text: String, whisper: String @requires(:admin) } | error'
)

def greet(*, name, secret=None):
    return {"text": f"hello {name}", "whisper": secret or "psst"}

registry.add(
    greet,
    name="greet",
    description="Greet someone.",
    signature="(name: String, ?secret: String @requires(:admin)) -> output",
    types=TYPES,
)
service = Service(registry)
member, admin = Grants(), Grants(requires={"admin"})
for who in (member, admin):
    (tool,) = service.list_tools(who)
    print(",".join(tool["inputSchema"]["properties"]))
    print(service.call_tool("greet", {"name": "Ada", "secret": "x"}, who).payload)
print(schemac.__file__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*command, str(_ROOT)], check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_ships_every_grammar_and_signature_file(wheel: Path) -> None:
    shipped = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        f"schemac/{folder}/{path.relative_to(_ROOT / folder).as_posix()}"
        for folder, ending in (("grammar", "*.lark"), ("sig", "*.sig"))
        for path in (_ROOT / folder).rglob(ending)
    }
    assert len(expected) >= 3
    found = {name for name in shipped if name.endswith((".lark", ".sig"))}
    assert found == expected


def test_the_wheel_ships_every_page_of_the_catalogue(wheel: Path) -> None:
    shipped = set(zipfile.ZipFile(wheel).namelist())
    pages = sorted((_ROOT / "schemac" / "diagnostics" / "pages").glob("*.md"))
    assert pages
    assert {f"schemac/diagnostics/pages/{page.name}" for page in pages} <= shipped


def test_the_wheel_works_in_a_fresh_environment(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "venv"
    venv.create(environment, with_pip=True)
    python = str(environment / "bin" / "python")
    install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    program = tmp_path / "program.py"
    program.write_text(_PROGRAM, encoding="utf-8")
    run = subprocess.run(
        [python, "-I", "-W", "error", str(program)],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    *lines, place = run.stdout.splitlines()
    assert lines == [
        "name",
        "{'text': 'hello Ada'}",
        "name,secret",
        "{'text': 'hello Ada', 'whisper': 'x'}",
    ]
    assert str(environment) in place

    command = environment / "bin" / "schemac"
    version = subprocess.run([command, "--version"], check=True, capture_output=True, text=True)
    assert version.stdout.startswith("schemac")
    page = subprocess.run([command, "explain", "SC201"], check=True, capture_output=True, text=True)
    assert "SC201" in page.stdout
