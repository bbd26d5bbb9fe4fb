"""What a handler answers: a result, or an exception that is one; and words made fit to send."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeGuard

from schemac.enforce.kinds import exact_text, kind_name

__all__ = ["Denied", "Result", "ToolError", "clean_text", "is_result"]

_LONGEST = 2000
_UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def clean_text(text: object) -> str:
    """Give the text without control characters (line breaks and tabs stay), cut to 2,000.

    Raises TypeError for anything but a `str`: an exception or a value never becomes words.
    """
    plain = exact_text(text)
    if plain is None:
        raise TypeError(f"a text must be a str, not {kind_name(text)}")
    return _UNFIT.sub("", plain)[:_LONGEST]


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a call: a payload, or a refusal or failure with a reason.

    Made by `Result.ok`, `Result.deny` and `Result.fail`. The payload is raw: what leaves is
    projected onto the caller's view afterwards.
    """

    status: Literal["ok", "denied", "error"]
    payload: object = None
    reason: str = ""

    @classmethod
    def ok(cls, payload: object = None) -> Result:
        """Give the result that carries the payload."""
        return cls("ok", payload)

    @classmethod
    def deny(cls, reason: str = "") -> Result:
        """Give the refusal: the caller is told `denied: ` and the reason."""
        return cls("denied", None, clean_text(reason))

    @classmethod
    def fail(cls, reason: str) -> Result:
        """Give the failure: the caller is told the reason."""
        return cls("error", None, clean_text(reason))

    @property
    def is_ok(self) -> bool:
        """Whether there is a payload."""
        return self.status == "ok"

    @property
    def is_denied(self) -> bool:
        """Whether it was refused."""
        return self.status == "denied"

    @property
    def is_error(self) -> bool:
        """Whether it failed."""
        return self.status == "error"


def is_result(answer: object) -> TypeGuard[Result]:
    """Tell whether it is a Result, by its type: what is none is not asked, as it may raise."""
    return issubclass(type(answer), Result)


class ToolError(Exception):
    """Raised by a handler: the call failed, and the caller is told this text."""

    def __init__(self, message: str) -> None:
        self._words = clean_text(message)
        super().__init__(self._words)

    @property
    def reason(self) -> str:
        """The text for the caller. A subclass that gave none has a TypeError instead of words."""
        return clean_text(getattr(self, "_words", None))


class Denied(Exception):  # noqa: N818 - handlers raise a verdict, not an error of theirs
    """Raised by a handler: the caller may not do this, and is told `denied: ` and this text."""

    def __init__(self, reason: str = "") -> None:
        self._words = clean_text(reason)
        super().__init__(self._words)

    @property
    def reason(self) -> str:
        """The text for the caller. A subclass that gave none has a TypeError instead of words."""
        return clean_text(getattr(self, "_words", None))
