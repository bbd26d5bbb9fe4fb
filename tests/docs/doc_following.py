"""A page and a new folder in, the page followed there from top to bottom, or an AssertionError."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from tests.docs.doc_commands import Ran, run_line, running
from tests.docs.doc_pages import Step, read_steps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.spec.literate import Block

__all__ = ["UPDATING", "follow", "rewrite"]

UPDATING = os.environ.get("SCHEMAC_UPDATE") == "1"

_PORT = re.compile(r"\b800\d\b")


def follow(page: Path, folder: Path) -> list[tuple[Block, str]]:
    """Take every step of a page in a new folder; gives what is to be written anew."""
    folder.mkdir()
    ports = {port: _free_port() for port in _PORT.findall(page.read_text(encoding="utf-8"))}
    shown_as = {free: port for port, free in ports.items()}
    changes: list[tuple[Block, str]] = []
    with ExitStack() as servers:
        for step in read_steps(page):
            text = _replaced(step.text, ports)
            if step.kind == "server":
                servers.enter_context(_server(text, folder, ports[_PORT.findall(step.text)[0]]))
            elif step.kind == "file":
                _write(folder / step.name, text)
            else:
                ran = _ran(step, text, folder)
                shown = Ran(_replaced(ran.output, shown_as), ran.status)
                changes += _compared(f"{page.name}:{step.line}", step, shown)
    return changes


def rewrite(page: Path, changes: list[tuple[Block, str]]) -> None:
    """Put in place what blocks should show."""
    for block, output in reversed(changes):
        text = page.read_text(encoding="utf-8")
        new = text[: block.start] + output.rstrip("\n") + "\n" + text[block.end :]
        page.write_text(new, encoding="utf-8")


def _ran(step: Step, text: str, folder: Path) -> Ran:
    if step.kind == "program":
        name = step.name or "program.py"
        if not step.name:
            (folder / name).write_text(text, encoding="utf-8")
        return run_line(f"python {name}", folder)
    ran = Ran("", 0)
    for command in _commands(text):
        one = run_line(command, folder)
        ran = Ran(ran.output + one.output, one.status or ran.status)
    return ran


def _commands(text: str) -> Iterator[str]:
    """Cut a block into its commands: one a line, or more where a quote or a backslash goes on."""
    command = ""
    for line in text.replace("\\\n", "").splitlines(keepends=True):
        command += line
        try:
            shlex.split(command, comments=True)
        except ValueError:
            continue
        yield command.rstrip("\n")
        command = ""
    if command:
        yield command


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _compared(where: str, step: Step, ran: Ran) -> list[tuple[Block, str]]:
    """Compare with what the page shows, or give what it should show instead."""
    assert ran.status == step.status, f"{where}: it ends with {ran.status}\n{ran.output}"
    if step.shown is None:
        assert step.kind != "program" or ran.output == "", f"{where} prints\n{ran.output}"
        return []
    if UPDATING and "…" not in step.shown.body:
        return [(step.shown, ran.output)]
    text = f"{where} shows\n{step.shown.body}\nand it is\n{ran.output}"
    assert _matches(step.shown, ran.output), text
    return []


def _matches(shown: Block, output: str) -> bool:
    if shown.language == "json":
        return _same(json.loads(shown.body), json.loads(output))
    lines = [
        r"(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r" *\n"
        for line in shown.body.splitlines()
    ]
    found = output if output.endswith("\n") else f"{output}\n"
    return re.fullmatch("".join(lines), found) is not None


def _same(shown: object, found: object) -> bool:
    """Compare JSON, the order of keys too."""
    if shown == "…":
        return True
    if isinstance(shown, dict) and isinstance(found, dict):
        return list(shown) == list(found) and all(_same(shown[key], found[key]) for key in shown)
    if isinstance(shown, list) and isinstance(found, list):
        return len(shown) == len(found) and all(map(_same, shown, found))
    return type(shown) is type(found) and shown == found


def _replaced(text: str, ports: Mapping[str, str]) -> str:
    return re.sub(r"\b\d{4,5}\b", lambda found: ports.get(found[0], found[0]), text)


def _free_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


@contextmanager
def _server(command: str, folder: Path, port: str) -> Iterator[None]:
    """Run a server until the page ends; it is there once its port takes connections."""
    with running(command, folder) as (alive, output):
        for _ in range(300):
            assert alive(), output.read_text(encoding="utf-8")
            try:
                socket.create_connection(("127.0.0.1", int(port)), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield
