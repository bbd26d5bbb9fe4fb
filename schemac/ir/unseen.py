"""The characters that nobody sees in a text, so that what people read is not what it says."""

from __future__ import annotations

import re

__all__ = ["HIDDEN"]

_BEYOND_ASCII = "[^\x00-\x7f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]"
_IDEOGRAPH = "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f"  # controls, but tab, form feed and line breaks
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they turn the reading order
    "\u00ad\u034f\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f"  # no room
    "\ufeff\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # no room either
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"  # text in tags, which only machines read
    "\u115f\u1160\u2800\u3164\uffa0"  # they look like a blank, some are letters
    "\ud800-\udfff]"  # they are halves of characters, as escapes of a docstring can be
    # Joiners of letters and emoji, and selectors of variants, are seen by what they do to these.
    f"|(?<!{_BEYOND_ASCII})(?<![\ufe00-\ufe0f])[\u200c\u200d]|[\u200c\u200d](?!{_BEYOND_ASCII})"
    f"|(?<!{_BEYOND_ASCII})[\ufe00-\ufe0f](?!\u20e3)|(?<!{_IDEOGRAPH})[\U000e0100-\U000e01ef]"
)
"""Default_Ignorable_Code_Point of the Unicode Character Database, and others that show nothing."""
