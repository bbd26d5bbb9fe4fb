"""A process that serves over stdio, whose tools print what they should not."""

from __future__ import annotations

import os
import sys
from typing import Any

from schemac.runtime.grants import Grants
from schemac.runtime.handler import Handler
from schemac.runtime.registry import Registry
from schemac.stdio import serve

REGISTRY = Registry()


@REGISTRY.tool("noisy")
class Noisy(Handler):
    """Print in every way there is."""

    #: (name: String, ?secret: String @requires(:admin)) -> { text: String }
    def call(self, *, name: str, secret: str | None = None) -> dict[str, Any]:
        print("printed by a handler")  # noqa: T201 - that is the point
        sys.stdout.write("written by a handler\n")
        sys.stdout.flush()
        os.write(1, b"from the depths\n")
        os.system("echo from a child")  # noqa: S605, S607 - a child process prints too
        read = sys.stdin.readline()
        sys.stdout.close()
        return {"text": f"{name} {secret} {read!r}", "cost": "secret cost"}


@REGISTRY.tool("steps")
class Steps(Handler):
    """Report progress."""

    #: () -> { done: bool }
    def call(self) -> dict[str, Any]:
        for step in range(3):
            self.progress(step + 1, 3)
        return {"done": True}


@REGISTRY.tool("fails")
class Fails(Handler):
    """Raise something."""

    #: () -> { done: bool }
    def call(self) -> dict[str, Any]:
        raise RuntimeError("secret of the exception")


@REGISTRY.tool("hidden", requires="admin")
class Hidden(Handler):
    """Be hidden."""

    #: () -> { done: bool }
    def call(self) -> dict[str, Any]:
        return {"done": True}


if __name__ == "__main__":
    serve(REGISTRY, context=Grants(), server_name="noise", limits={"body": 5000})
