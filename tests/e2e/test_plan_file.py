from __future__ import annotations

import compileall
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from schemac import Grants, Service, default_registry
from schemac.project.config import load_config

_ROOT = Path(__file__).parents[2]
_HIRING = _ROOT / "examples" / "hiring"
_SERVE = """
import json, sys
from pathlib import Path
from examples.hiring.app import create_app
from examples.hiring.database import create

database, plan = Path(sys.argv[1]), sys.argv[2]
create(database)
client = create_app(database, Path(plan) if plan else None).test_client()

def ask(token, method, **params):
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = client.post("/mcp", json=message, headers={"Authorization": f"Bearer {token}"})
    return answer.get_data(as_text=True)

arguments = {"applicant_id": "a1", "stage_id": "screen", "reason": "again"}
tokens = ("member-token", "admin-token")
print(json.dumps({
    "listings": [ask(token, "tools/list") for token in tokens],
    "calls": [ask(token, "tools/call", name="advance_step", arguments=arguments)
              for token in tokens],
    "loaded": sorted({name.split(".")[0] for name in sys.modules} & {"lark", "jsonschema_rs"}),
    "compiler": "schemac.compiler" in sys.modules,
}))
"""


def run(*arguments: str, cwd: Path, expected: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={"PATH": "", "PYTHONPATH": f"{cwd}:{_ROOT}", "PYTHONDONTWRITEBYTECODE": "1"},
        timeout=120,
    )
    assert done.returncode == expected, done.stderr
    return done.stdout if expected == 0 else done.stderr


def built(plan: Path, *more: str, root: Path = _ROOT) -> Path:
    config = ("--config", str(root / "examples/hiring/schemac.toml"))
    run("-m", "schemac", *config, "build", *more, "-o", str(plan), cwd=root)
    return plan


def served(folder: Path, plan: Path | None, root: Path = _ROOT) -> Any:
    database = folder / f"{'compiled' if plan is None else plan.stem}.sqlite3"
    return json.loads(run("-c", _SERVE, str(database), str(plan or ""), cwd=root))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the example that a test may change."""
    root = tmp_path / "copy"
    shutil.copytree(_HIRING, root / "examples/hiring", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "examples/__init__.py").write_text("")
    return root


def test_the_example_serves_the_same_from_a_plan(tmp_path: Path) -> None:
    static = built(tmp_path / "static.json")
    app = ("--app", "examples.hiring.development:development_app")
    imported = built(tmp_path / "imported.json", *app)
    assert imported.read_bytes() == static.read_bytes()
    compiled, planned = served(tmp_path, None), served(tmp_path, static)
    assert [len(json.loads(text)["result"]["tools"]) for text in planned["listings"]] == [8, 9]
    assert planned["listings"] == compiled["listings"]
    member, admin = (json.loads(text)["result"] for text in planned["calls"])
    assert (member["isError"], admin["isError"]) == (False, False)
    assert "previous_stage" not in member["structuredContent"]
    assert admin["structuredContent"]["previous_stage"] == "offer"
    assert planned["calls"] == compiled["calls"]
    assert (planned["loaded"], planned["compiler"]) == (["jsonschema_rs"], False)
    assert (compiled["loaded"], compiled["compiler"]) == (["jsonschema_rs", "lark"], True)


def test_a_server_without_sources_starts_from_a_plan(tmp_path: Path, copied: Path) -> None:
    plan = built(tmp_path / "plan.json", root=copied)
    compiled = served(tmp_path, None, copied)
    assert compileall.compile_dir(copied, quiet=1, legacy=True)
    sources = [file for suffix in ("py", "sig") for file in copied.rglob(f"*.{suffix}")]
    assert len(sources) > 10
    for file in sources:
        file.unlink()
    planned = served(tmp_path, plan, copied)
    assert planned["listings"] == compiled["listings"]
    assert planned["calls"] == compiled["calls"]


def test_a_server_refuses_a_stale_plan(tmp_path: Path, copied: Path) -> None:
    plan = built(tmp_path / "plan.json", root=copied)
    folder = copied / "examples/hiring"
    for file, old, new in (
        ("sig/applicant.sig", "type ", "# A word.\ntype "),
        ("tools/workflow.py", " @requires(:backward_routing)", ""),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    arguments = ("-c", _SERVE, str(tmp_path / "x.sqlite3"), str(plan))
    error = run(*arguments, cwd=copied, expected=1)
    assert f"schemac.runtime.errors.StalePlanError: the plan {plan} is not the plan of" in error
    assert "- the signature file `applicant.sig` has changed" in error
    assert "than there: `examples/hiring/tools/workflow.py` has changed" in error


def test_an_app_with_a_stale_plan_can_be_planned_anew(tmp_path: Path, copied: Path) -> None:
    settings = copied / "examples/hiring/schemac.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text('plan = "plan.json"\n' + text, encoding="utf-8")
    app = copied / "examples/hiring/app.py"
    text = app.read_text(encoding="utf-8")
    app.write_text(text.replace("            plan=plan,\n", ""), encoding="utf-8")
    plan = copied / "examples/hiring/plan.json"
    plan.write_text("not yet a plan")
    error = run("-c", _SERVE, str(tmp_path / "x.sqlite3"), "", cwd=copied, expected=1)
    assert "PlanFormatError" in error
    built(plan, "--app", "examples.hiring.development:development_app", root=copied)
    assert served(tmp_path, None, copied)["compiler"] is False


def test_every_persona_is_shown_the_same_bytes(tmp_path: Path) -> None:
    plan = built(tmp_path / "plan.json")
    config = load_config(_HIRING / "schemac.toml", _HIRING)
    given: Any = {"modules": ["examples.hiring.tools"], "sig_paths": [_HIRING / "sig"]}
    compiled = Service(default_registry, **given)
    planned = Service(default_registry, **given, plan=plan)
    personas = config.values.personas.values()
    contexts = [Grants(defaults=dict(one.defaults), **one.grants) for one in personas]
    assert len(contexts) == 2
    for context in (*contexts, Grants.all(), Grants(), None):
        one, other = (service.surface.listing(context) for service in (compiled, planned))
        assert other.fragments == one.fragments
    assert len(planned.list_tools(Grants.all())) == 9
