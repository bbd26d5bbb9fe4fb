from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_README = (_ROOT / "README.md").read_text(encoding="utf-8")

_ASK = """
client = app.test_client()
for token in ("member-token", "admin-token", "nobody"):
    answer = client.post(
        "/mcp",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
        headers={"Authorization": f"Bearer {token}", "Accept": "application/json"},
    )
    if answer.status_code != 200:
        print(answer.status_code)
        continue
    (tool,) = answer.get_json()["result"]["tools"]
    schema = tool["outputSchema"]
    print(*tool["inputSchema"]["properties"], len(schema.get("oneOf", schema.get("anyOf"))))
"""


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", _README, re.MULTILINE | re.DOTALL)


def test_the_snippets_run_and_show_what_the_text_says(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    for block in _blocks("python"):
        name, rest = block.removeprefix("# ").split("\n", 1)
        (tmp_path / name).write_text(f"{rest}{_ASK if name == 'app/server.py' else ''}")
    run = subprocess.run(
        [sys.executable, "-m", "app.server"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert (run.stdout.splitlines(), run.stderr) == (
        ["applicant_id 2", "applicant_id stage_id 3", "401"],
        "",
    )


def test_each_of_the_two_commands_is_one_line() -> None:
    commands = re.findall(r"<!-- (\w+)-command -->\n```sh\n(.*?)```", _README, re.DOTALL)
    assert [name for name, _ in commands] == ["demo", "test"]
    assert all(text.count("\n") == 1 for _, text in commands)


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", _README)
    assert links
    assert [link for link in links if not (_ROOT / link).exists()] == []
