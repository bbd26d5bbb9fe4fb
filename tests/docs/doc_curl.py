"""The options of curl that pages use in, what it would print out: for machines without curl."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

__all__ = ["main"]


def main() -> None:
    """Do what `sys.argv` asks for."""
    parser = ArgumentParser(prog="curl", allow_abbrev=False)
    parser.add_argument("url")
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("-d")
    parser.add_argument("-o")
    parser.add_argument("-w", default="")
    asked = parser.parse_args()
    headers = dict(header.split(": ", 1) for header in asked.H)
    data = asked.d and asked.d.encode()
    status, body = _sent(Request(asked.url, data, headers))  # noqa: S310 - the pages are ours
    if asked.o:
        Path(asked.o).write_text(body, encoding="utf-8")
    else:
        sys.stdout.write(body)
    sys.stdout.write(asked.w.replace("%{http_code}", str(status)).replace("\\n", "\n"))


def _sent(request: Request) -> tuple[int, str]:
    try:
        with build_opener(ProxyHandler({})).open(request) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as refused:
        return refused.code, refused.read().decode()
