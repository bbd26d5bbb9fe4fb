"""What `@pattern` takes means the same to a client in JavaScript, where ECMA-262 is at home.

`SCHEMAC_NODE` is the `node` command.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess

import jsonschema_rs
import pytest

from schemac.planner.patterns import find_fault

NODE = os.environ.get("SCHEMAC_NODE", "node")
pytestmark = pytest.mark.skipif(shutil.which(NODE) is None, reason="node is not here")

PROGRAM = """
const asked = JSON.parse(require('fs').readFileSync(0, 'utf8'))
const answers = asked.patterns.map(pattern => {
  try {
    const made = new RegExp(pattern, 'u')
    return asked.values.map(value => made.test(value))
  } catch (error) {
    return null
  }
})
console.log(JSON.stringify(answers))
"""
PARTS = [
    *"ab_0-<>]}[({)^$.|*+?,/& #é",
    *(f"\\{mark}" for mark in "abBcdDeEfhkKnNpPqQrRstuUvwWxXyzZAG019_-<> #]}[({)^$.|*+?/\\,"),
    *(r"\x41", r"\x{41}", r"\u0041", r"\u{41}", r"\ud83d", r"\cA", r"\p{Lu}", r"\pL", r"\P{Lu}"),
    *(r"\p{Script=Greek}", r"\p{Greek}", r"\p{script=greek}", r"\p{gc=Nd}", r"\p{ascii}"),
    *("{2}", "{1,}", "{1,2}", "{,2}", "*?", "(?:", "(?<n>", "(?=", "(?i)", "(?P<n>", "&&", "--"),
    *("[^", "[]", "[^]", "[[:alpha:]]", "[a-b]", r"[\w-]", r"[\-a]", r"[\b]", r"[^\S]", "[+-]"),
]
VALUES = [
    *("", "a", "b", "ab", "aab", "A", "_", "0", "-", "<", ">", "]", "}", "[", "{", "\\", "&", "^"),
    *("\x08", "\x00", "\x07", "\n", "\r", "\u2028", "\x85", "\ufeff", "\u00a0", "\u00e9", "\u00c9"),
    *("\u0663", "\u017f", "\u03b1", "\u03a9", "{,2}", "a{,2}", "x41", "caf\u00e9", "\U0001f600"),
    *("b]", "a-b", "#", " ", ",", "|"),
]


def made(count: int) -> list[str]:
    chosen = random.Random(8)  # noqa: S311 - no secret
    found = ("".join(chosen.choices(PARTS, k=chosen.randint(1, 5))) for _ in range(count))
    return sorted({pattern for pattern in found if find_fault(pattern) is None})


def here(pattern: str) -> list[bool] | None:
    schema = {"type": "string", "pattern": pattern}
    try:
        validator = jsonschema_rs.Draft202012Validator(
            schema, pattern_options=jsonschema_rs.RegexOptions()
        )
    except ValueError:
        return None
    return [validator.is_valid(value) for value in VALUES]


def test_patterns_mean_the_same_in_node() -> None:
    patterns = [pattern for pattern in [*PARTS, *made(6_000)] if find_fault(pattern) is None]
    taken = {pattern: said for pattern in patterns if (said := here(pattern)) is not None}
    assert len(taken) > 500
    asked = json.dumps({"patterns": list(taken), "values": VALUES})
    ran = subprocess.run(
        [NODE, "-e", PROGRAM], input=asked, capture_output=True, text=True, check=True
    )
    there = dict(zip(taken, json.loads(ran.stdout), strict=True))
    assert {pattern: there[pattern] for pattern in taken if there[pattern] != taken[pattern]} == {}
