"""Names of tools, categories and domains in, the same out where they may be such names."""

from __future__ import annotations

import re

from schemac.plan.naming import is_tool_name
from schemac.runtime.errors import ContractError

__all__ = ["checked_category", "checked_domain", "checked_name"]

_CATEGORY = re.compile(r"[a-z0-9_]+")
_DOMAIN = re.compile(r"[A-Za-z0-9_.~-]{1,64}")
_RESERVED_DOMAINS = frozenset({"explorer", ".", ".."})


def checked_name(name: object) -> str:
    """Give the tool's name. Raises ContractError where it can be none."""
    if isinstance(name, str) and is_tool_name(name):
        return name
    raise ContractError(
        f"{name!r} cannot be the name of a tool: 1 to 64 characters of A-Z, a-z, 0-9, `_` and `-`"
    )


def checked_category(category: object) -> str:
    """Give the category's key. Raises ContractError where it can be none."""
    if isinstance(category, str) and _CATEGORY.fullmatch(category):
        return category
    raise ContractError(f"{category!r} cannot be a category: characters of a-z, 0-9 and `_` only")


def checked_domain(domain: object) -> str:
    """Give the domain's name, which stands in a URL. Raises ContractError where it can be none."""
    if not isinstance(domain, str) or not _DOMAIN.fullmatch(domain):
        raise ContractError(
            f"{domain!r} cannot be a domain: 1 to 64 characters of A-Z, a-z, 0-9 and `_.~-`"
        )
    if domain in _RESERVED_DOMAINS:
        raise ContractError(f"`{domain}` is no domain's name: it is taken")
    return domain
