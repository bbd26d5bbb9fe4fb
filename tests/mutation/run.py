"""Runs the mutation run in a copy of the last commit: `python -m tests.mutation.run FOLDER`.

The Python that runs this needs schemac's dev dependencies and `mutmut==3.8.1`, but schemac itself
not installed: it is imported from the copy. FOLDER is made; `FOLDER/verdicts.json` holds what was
found, and a second call goes on where the first one was stopped. The answer is verdict.py's: 0
where every mutant was judged and every survivor has a reason. See judge.py for what may be set.
`--since OLD` takes over what kept.py says still holds of an earlier run in the folder OLD.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from configparser import ConfigParser
from pathlib import Path

from tests.mutation import verdict
from tests.mutation.kept import kept

__all__ = ["main"]

ROOT = Path(__file__).parents[2]
GENERATE = """
from pathlib import Path
from mutmut.__main__ import create_mutants
from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir, setup_source_paths
Path("mutants").mkdir(exist_ok=True)
copy_src_dir(); copy_also_copy_files(); setup_source_paths(); create_mutants(2)
"""


def main(folder: Path, since: Path | None = None) -> int:
    """Copy, mutate, judge, report."""
    copy = folder / "copy"
    if not copy.exists():
        _copy(copy)
        if since is not None:
            (folder / "verdicts.json").write_text(json.dumps(kept(since, folder), indent=0))
    config = _options(copy / "setup.cfg")
    command = [sys.executable, "-m", "pytest", "-q", "-s", "--rootdir=."]
    environment = {
        "JUDGE_OUT": str(folder / "verdicts.json"),
        "MUTANT_UNDER_TEST": "",
        **os.environ,
    }
    done = subprocess.run(
        [*command, "-p", "tests.mutation.judge", *config],
        cwd=copy / "mutants",
        env=environment,
        check=False,
    )
    return done.returncode or verdict.main(folder)


def _copy(copy: Path) -> None:
    commit = _git("rev-parse", "HEAD").decode().strip()
    copy.mkdir(parents=True)
    (copy.parent / "commit").write_text(commit)
    archive = _git("archive", commit)
    with tarfile.open(fileobj=io.BytesIO(archive)) as stream:
        stream.extractall(copy, filter="data")
    (copy / "tests/mutation/mutmut.cfg").rename(copy / "setup.cfg")
    environment = {**os.environ, "MUTANT_UNDER_TEST": "mutant_generation"}
    subprocess.run([sys.executable, "-c", GENERATE], cwd=copy, env=environment, check=True)


def _git(*words: str) -> bytes:
    command = ["git", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout


def _options(config: Path) -> list[str]:
    """Read the tests and options for pytest out of mutmut's configuration."""
    parser = ConfigParser()
    parser.read(config)
    section = parser["mutmut"]
    names = ("pytest_add_cli_args", "pytest_add_cli_args_test_selection")
    return [line for name in names for line in section[name].split("\n") if line]


if __name__ == "__main__":
    older = Path(sys.argv[3]).resolve() if "--since" in sys.argv[2:3] else None
    raise SystemExit(main(Path(sys.argv[1]).resolve(), older))
