"""A folder of the mutation run in, its report out: `python -m tests.mutation.verdict FOLDER`.

Fails (exit code 1) unless every mutant was judged, every survivor has a reason in reasons.toml,
and every reason there is that of a survivor. `--open` writes the survivors without one, in the
form of that file.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["known_in", "main", "reasons"]

REASONS = Path(__file__).with_name("reasons.toml")
COLUMNS = ("noticed", "stopped", "excluded", "survived")


@dataclass(frozen=True, slots=True)
class Judged:
    """One mutant: its module, how it is told apart from others, and what became of it."""

    module: str
    key: str
    verdict: str


def main(folder: Path, *, only_open: bool = False) -> int:
    """Write the report; 0 where nothing is open."""
    judged = _judged(folder)
    explained = reasons()
    survivors = {each.key for each in judged if each.verdict == "survived"}
    unexplained = sorted(survivors - explained.keys())
    if only_open:
        _write(f"    '''{key}'''," for key in unexplained)
        return 1 if unexplained else 0
    _write(_table(judged))
    missing = _count(folder) - len(judged)
    unfounded = sorted(explained.keys() - survivors) if not missing else []
    commit = (folder / "commit").read_text(encoding="utf-8")
    _write(["", f"Commit {commit}: {len(judged)} mutants judged, {missing} not."])
    _write(f"survives without a reason: {key}" for key in unexplained)
    _write(f"has a reason and does not survive: {key}" for key in unfounded)
    return 1 if missing or unexplained or unfounded else 0


def known_in(folder: Path) -> dict[str, dict[str, str]]:
    """Read the verdicts of a folder by the names of mutants; those of shares are newer."""
    known: dict[str, dict[str, str]] = {}
    for part in sorted(folder.glob("verdicts*.json"), key=lambda each: (len(each.name), each)):
        known.update(json.loads(part.read_text(encoding="utf-8")))
    return known


def _judged(folder: Path) -> list[Judged]:
    return [
        Judged(name.rpartition(".")[0], each["key"], each["verdict"])
        for name, each in known_in(folder).items()
    ]


def _count(folder: Path) -> int:
    """Count the mutants that mutmut made."""
    metas = (folder / "copy/mutants").rglob("*.meta")
    return sum(len(json.loads(meta.read_text())["exit_code_by_key"]) for meta in metas)


def reasons() -> Mapping[str, str]:
    """Read why nothing can notice each of some mutants."""
    found: dict[str, str] = {}
    for group in tomllib.loads(REASONS.read_text(encoding="utf-8"))["reason"]:
        for key in group["mutants"]:
            if key in found:
                raise ValueError(f"two reasons for {key}")
            found[key] = group["why"]
    return found


def _table(judged: Iterable[Judged]) -> Iterator[str]:
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in judged:
        counts[each.module][each.verdict] += 1
    yield "| Module | Mutants | Noticed | Stopped | Excluded | Survived |"
    yield "|---|---|---|---|---|---|"
    for module in sorted(counts):
        yield _row(f"`{module}`", counts[module])
    yield _row("together", sum(counts.values(), Counter()))


def _row(name: str, count: Counter[str]) -> str:
    numbers = (str(count[column]) for column in COLUMNS)
    return f"| {name} | {count.total()} | {' | '.join(numbers)} |"


def _write(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]).resolve(), only_open="--open" in sys.argv))
