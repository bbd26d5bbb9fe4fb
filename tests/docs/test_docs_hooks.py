"""The hooks that a project may copy are the ones that schemac ships."""

from __future__ import annotations

import re
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_FENCED = re.compile(r"^```yaml\n# \.pre-commit-config\.yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _hooks(text: str) -> dict[str, dict[str, str]]:
    """Read what matters of hooks: the keys of each, by its id."""
    parts = re.split(r"^ *- id: ", text, flags=re.MULTILINE)[1:]
    return {
        part.partition("\n")[0]: dict(re.findall(r"^ +(\w+): (.+)$", part, re.MULTILINE))
        for part in parts
    }


def test_the_copied_hooks_are_the_shipped_ones() -> None:
    shipped = _hooks((_ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (shown,) = _FENCED.findall((_ROOT / "docs" / "ci.md").read_text(encoding="utf-8"))
    copied = _hooks(shown)
    assert list(copied) == list(shipped)
    for name, hook in copied.items():
        assert hook.pop("language") == "system"
        unlike = {"description", "language"}
        assert hook == {key: shipped[name][key] for key in shipped[name] if key not in unlike}
