"""A tool object in, its text as a snapshot file out: syrupy keeps the files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

if TYPE_CHECKING:
    from syrupy.types import PropertyFilter, PropertyMatcher, SerializableData, SerializedData

__all__ = ["ToolFiles"]


class ToolFiles(SingleFileSnapshotExtension):
    """One JSON file for each, indented and in the order of the listing, for readable diffs."""

    _write_mode = WriteMode.TEXT
    file_extension = "json"

    def serialize(
        self,
        data: SerializableData,
        *,
        exclude: PropertyFilter | None = None,
        include: PropertyFilter | None = None,
        matcher: PropertyMatcher | None = None,
    ) -> SerializedData:
        """Write the object as JSON."""
        del exclude, include, matcher
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
