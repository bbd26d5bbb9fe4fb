"""A `schemac://` address in, what the caller's own view holds there out.

Everything is made from the tools that this caller has in this domain, so an address of a hidden
tool is answered like one that was made up.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from schemac.runtime.errors import UnknownToolError
from schemac.wire.replies import Failure, WireError, dump, invalid_params

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.wire.asking import Asked, ToolSurface

__all__ = ["resource", "resource_list", "resource_templates"]

_JSON = "application/json"
_SURFACE = "schemac://surface"
_OF_A_TOOL = re.compile(r"schemac://(examples|tool)/([A-Za-z0-9_-]{1,64})")
_NOT_FOUND_OF_OLD = -32002

_TEMPLATES = {
    "examples": ("Examples of a tool", "Calls of one tool, as you may make them."),
    "tool": ("One tool", "One tool as you see it: its schemas and annotations."),
}


def resource_list(asked: Asked, surface: ToolSurface, kinds: tuple[str, ...]) -> dict[str, object]:
    """Answer `resources/list`: the surface, and what there is for each of the caller's tools."""
    with surface.visit(asked.context, asked.domain) as visit:
        tools = visit.tools()
    found: list[dict[str, object]] = []
    if "surface" in kinds:
        found.append(_entry(_SURFACE, "surface", "The tools that you have here."))
    for kind in ("examples", "tool"):
        title, text = _TEMPLATES[kind]
        found += [
            _entry(f"schemac://{kind}/{tool['name']}", f"{title}: {tool['name']}", text)
            for tool in tools
            if kind in kinds and (kind == "tool" or _examples(tool))
        ]
    return {"resources": found}


def resource_templates(kinds: tuple[str, ...]) -> dict[str, object]:
    """Answer `resources/templates/list`."""
    templates = [
        {
            "uriTemplate": f"schemac://{kind}/{{tool}}",
            "name": _TEMPLATES[kind][0],
            "description": _TEMPLATES[kind][1],
            "mimeType": _JSON,
        }
        for kind in ("examples", "tool")
        if kind in kinds
    ]
    return {"resourceTemplates": templates}


def resource(asked: Asked, surface: ToolSurface, kinds: tuple[str, ...]) -> dict[str, object]:
    """Answer `resources/read`. Raises WireError, the same for hidden and unknown addresses."""
    uri = cast("str", asked.params["uri"])
    value = _value(uri, asked, surface, kinds)
    if value is None:
        raise WireError(_not_found(uri, modern=asked.modern))
    content = {"uri": uri, "mimeType": _JSON, "text": dump(value).decode()}
    return {"contents": [content]}


def _value(uri: str, asked: Asked, surface: ToolSurface, kinds: tuple[str, ...]) -> object:
    if uri == _SURFACE and "surface" in kinds:
        with surface.visit(asked.context, asked.domain) as visit:
            return {"tools": visit.tools()}
    match = _OF_A_TOOL.fullmatch(uri)
    if match is None or match[1] not in kinds:
        return None
    try:
        with surface.visit(asked.context, asked.domain) as visit:
            tool = visit.tool(match[2])
    except UnknownToolError:
        return None
    return tool if match[1] == "tool" else _examples(tool)


def _examples(tool: Mapping[str, object]) -> object:
    """Give the examples shown to this caller; None where there are none."""
    meta = tool.get("_meta")
    examples = meta.get("schemac/examples") if isinstance(meta, dict) else None
    return examples or None


def _entry(uri: str, name: str, description: str) -> dict[str, object]:
    return {"uri": uri, "name": name, "description": description, "mimeType": _JSON}


def _not_found(uri: str, *, modern: bool) -> Failure:
    if modern:
        return invalid_params("Resource not found", {"uri": uri})
    return Failure(_NOT_FOUND_OF_OLD, "Resource not found", {"uri": uri})
