"""Contexts that answer in many ways, and decisions that ask them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.runtime.context import Asker, Customs, Puzzles
from schemac.runtime.loop import RequestLoop

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["ADMIN", "SMS", "Raises", "Says", "WithUser", "asker", "loop"]

ADMIN = ("requires", "admin")
SMS = ("feature", "sms")


def loop() -> Iterator[RequestLoop]:
    with RequestLoop() as made:
        yield made


def asker(context: object, loop: RequestLoop, opened: Mapping[str, str] | None = None) -> Asker:
    return Asker(context, loop, Customs(Puzzles(), opened or {}, None))


class Says:
    def __init__(self, answer: object) -> None:
        self.answer = answer

    def requires(self, _flag: str) -> object:
        return self.answer


class WithUser:
    def __init__(self, user: object) -> None:
        self.current_user = user


class Raises:
    @property
    def feature(self) -> Any:
        raise RuntimeError("property")

    def requires(self, flag: str) -> bool:
        raise ValueError("secret of " + flag)
