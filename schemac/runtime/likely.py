"""A name of nothing in, what is asked for something like it out: a policy engine hears no more.

A context that decides at once is asked for a tool's own flags. For a name that nothing has there
are none, so those of a tool are asked, always of the same for one name. Which one, nobody knows who
does not know all the tools, so how long it takes does not tell a hidden tool from none.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING

from schemac.runtime.decide import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Likely"]

_NOTHING = Vocabulary((), ())


class Likely:
    """What is asked for things of one kind, by name."""

    def __init__(self, known: Mapping[str, Vocabulary]) -> None:
        self._asked = [one for one in known.values() if one.questions]
        whole = [(name, one.questions) for name, one in known.items()]
        self._key = sha256(repr(whole).encode()).digest()

    def of(self, name: str) -> Vocabulary:
        """Give what is asked for a name that is none of them, as if it were."""
        if not self._asked:
            return _NOTHING
        drawn = hmac.digest(self._key, repr(name).encode(), "sha256")
        return self._asked[int.from_bytes(drawn[:8], "big") % len(self._asked)]
