"""Where an API is mounted in, its protected-resource metadata (RFC 9728) out."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from schemac.wire.exchange import FIXED_HEADERS, NEVER_STORED, HttpReply, refused
from schemac.wire.replies import dump, invalid_request

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Metadata"]

_ALLOWED = ("Allow", "GET, HEAD, OPTIONS")
_WELL_KNOWN = "/.well-known/oauth-protected-resource"


@dataclass(frozen=True, slots=True)
class Metadata:
    """The metadata of one mount. `given` is the application's part of the document.

    Like every page it is for those who ask by a host that can be believed. Without a `resource` in
    it, the resource is named after the URL that was asked.
    """

    given: Mapping[str, Any]
    mount: str

    def rules(self) -> tuple[str, str]:
        """Give the paths at the app's root: the mount's, and one for each domain."""
        path = _WELL_KNOWN + self.mount.rstrip("/")
        return path, path + "/<domain>"

    def url(self, root: str, domain: str | None, *, host_believed: bool) -> str | None:
        """Give the document's address, for a challenge; `root` is the app's own URL as asked for.

        None where that names a host that nobody vouches for: it would lead clients there.
        """
        resource = self._named
        if resource is not None:
            parts = urlsplit(resource)
            root = f"{parts.scheme}://{parts.netloc}"
        elif not host_believed:
            return None
        return root.rstrip("/") + _WELL_KNOWN + self._path(domain)

    def reply(
        self, method: str, root: str, domain: str | None, *, host_believed: bool
    ) -> HttpReply:
        """Answer a request for the document, whatever its HTTP method."""
        if method == "OPTIONS":
            return HttpReply(int(HTTPStatus.NO_CONTENT), (NEVER_STORED, _ALLOWED), b"")
        if method not in ("GET", "HEAD"):
            failure = invalid_request("only GET is served here")
            return refused(HTTPStatus.METHOD_NOT_ALLOWED, failure, _ALLOWED)
        if not host_believed:
            return refused(HTTPStatus.FORBIDDEN, invalid_request("this host is not trusted"))
        document = {"bearer_methods_supported": ["header"], **self.given}
        document["resource"] = self._resource(root, domain)
        return HttpReply(int(HTTPStatus.OK), FIXED_HEADERS, dump(document))

    @property
    def _named(self) -> str | None:
        """The resource that the application named itself."""
        resource = self.given.get("resource")
        return resource if isinstance(resource, str) else None

    def _resource(self, root: str, domain: str | None) -> str:
        named = self._named
        if named is None:
            return root.rstrip("/") + self._path(domain)
        return named if domain is None else f"{named.rstrip('/')}/{quote(domain, safe='')}"

    def _path(self, domain: str | None) -> str:
        path = self.mount.rstrip("/")
        return path if domain is None else f"{path}/{quote(domain, safe='')}"
