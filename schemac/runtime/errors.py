"""What goes wrong around tools, as exceptions with a name each.

An exception here is a mistake of the program, or an answer that the wire words; mistakes in
annotation text are diagnostics, and values that do not fit are violations.
"""

from __future__ import annotations

from schemac.enforce.kinds import exact_text
from schemac.runtime.results import clean_text

__all__ = [
    "ContractError",
    "DuplicateToolError",
    "FacadeNameCollisionError",
    "FingerprintError",
    "Forbidden",
    "InvalidArgumentsError",
    "SchemacError",
    "StalePlanError",
    "Unauthorized",
    "UncategorizedToolError",
    "UnknownDomainError",
    "UnknownToolError",
]


class SchemacError(Exception):
    """The base of schemac's own exceptions."""


class ContractError(SchemacError):
    """A tool is not what it must be: its declaration, its handler or its annotations."""


class DuplicateToolError(SchemacError):
    """Two tools have one name; the message names both places."""


class StalePlanError(SchemacError):
    """A plan does not belong to the tools that are registered."""


class FacadeNameCollisionError(SchemacError):
    """A facade's name is a tool's."""


class UncategorizedToolError(SchemacError):
    """A tool has no category in a grouped domain that demands one."""


class FingerprintError(SchemacError):
    """A context's `mcp_cache_fingerprint()` does not tell apart what its decisions do."""


class UnknownToolError(SchemacError):
    """No such tool for this caller: not registered, not in this domain, hidden, or not any more."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Unknown tool: {name}")
        self.name = name


class UnknownDomainError(SchemacError):
    """No such domain."""

    def __init__(self, domain: str) -> None:
        super().__init__(f"Unknown domain: {domain}")
        self.domain = domain


class InvalidArgumentsError(SchemacError):
    """`arguments` is there and is no object."""


class Unauthorized(SchemacError):  # noqa: N818 - what a `context` callable raises reads as a verdict
    """The caller has not said who they are: 401 with a `WWW-Authenticate` of these parts.

    A mistaken part is left out, and what is no text is no message: it stays a refusal.
    """

    words = "Unauthorized"
    """What the caller is told."""

    scheme: str = "Bearer"
    realm: str | None = None
    scope: str | None = None
    error: str | None = None
    error_description: str | None = None

    def __init__(
        self,
        message: str = "Unauthorized",
        *,
        scheme: str = "Bearer",
        realm: str | None = None,
        scope: str | None = None,
        error: str | None = None,
        error_description: str | None = None,
    ) -> None:
        super().__init__(message)
        self.words = _told(message, self.words)
        self.scheme = scheme
        self.realm = realm
        self.scope = scope
        self.error = error
        self.error_description = error_description


class Forbidden(SchemacError):  # noqa: N818 - the same
    """The caller may not be here: 403, `insufficient_scope` where `scope` says what is missing.

    Mistakes are treated as those of `Unauthorized` are.
    """

    words = "Forbidden"
    """What the caller is told."""

    scope: str | None = None

    def __init__(self, message: str = "Forbidden", *, scope: str | None = None) -> None:
        super().__init__(message)
        self.words = _told(message, self.words)
        self.scope = scope


def _told(message: object, otherwise: str) -> str:
    """Give a message as it is sent: an exception or a value never becomes words."""
    text = exact_text(message)
    return otherwise if text is None else clean_text(text)
