"""A file that a plan was made of in, whether it is here and holds something else now, out."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from schemac.resolve.disk import SUFFIXES
from schemac.resolve.files import read_source
from schemac.shipped import shipped
from schemac.syntax.fingerprint import annotation_outline, text_digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.declaration import HandlerLocation
    from schemac.plan.model import SourceFile
    from schemac.source import Source
    from schemac.syntax.fingerprint import Outline

__all__ = ["Present"]

_SHIPPED = "schemac:"


class Present:
    """The sources that are here. Each is read once."""

    def __init__(self, sig_paths: Sequence[Path]) -> None:
        self._sig_paths = tuple(sig_paths)
        self._sources: dict[Path, Source | None] = {}
        self._contents: dict[Path, str] = {}
        self._outlines: dict[Path, Outline] = {}

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file that was looked for."""
        return tuple(self._sources)

    def module_differs(self, file: Path, planned: SourceFile) -> bool:
        """Whether a Python file is here and has other annotations now.

        Its other code does not matter, so it is parsed only where it is not the same text.
        """
        source = self._source(file)
        if source is None or not self.module_changed(file, planned):
            return False
        return self._outline(file, source).digest != planned.digest

    def module_changed(self, file: Path, planned: SourceFile) -> bool:
        """Whether a Python file is here and is another text now."""
        source = self._source(file)
        return source is not None and self._content(file, source) != planned.content

    def paragraphs(self, file: Path, qualname: str) -> frozenset[str | None]:
        """Give the first paragraphs of the docstrings of a name in a file; none if not here."""
        source = self._source(file)
        if source is None:
            return frozenset()
        return self._outline(file, source).paragraphs.get(qualname, frozenset())

    def is_here(self, place: HandlerLocation) -> bool:
        """Whether the file of a class can be read."""
        return bool(place.file) and self._source(Path(place.file)) is not None

    def is_single(self, place: HandlerLocation) -> bool:
        """Whether a class is here, and the only one of its name: it can be told what it says."""
        file = Path(place.file)
        source = self._source(file) if place.file else None
        return source is not None and place.qualname in self._outline(file, source).single

    def is_annotated(self, place: HandlerLocation) -> bool:
        """Whether a class is here and holds annotations, in itself or above its methods."""
        file = Path(place.file)
        source = self._source(file)
        return source is not None and place.qualname in self._outline(file, source).annotated

    def is_described(self, place: HandlerLocation) -> bool:
        """Whether a class is here and declares a description."""
        file = Path(place.file)
        source = self._source(file)
        return source is not None and place.qualname in self._outline(file, source).described

    def signature_file_differs(self, planned: SourceFile) -> bool:
        """Whether a signature file is here and holds something else now."""
        for file in self._places(planned.name):
            source = self._source(file)
            if source is not None:
                return self._content(file, source) != planned.content
        return False

    def _places(self, name: str) -> Iterator[Path]:
        """Give where a signature file may be, in the order in which an import looks."""
        if name.startswith(_SHIPPED):
            yield shipped("sig") / name.removeprefix(_SHIPPED)
            return
        stem = PurePosixPath(name).with_suffix("")
        for folder in self._sig_paths:
            for suffix in SUFFIXES:
                yield folder / f"{stem}{suffix}"

    def _source(self, file: Path) -> Source | None:
        if file not in self._sources:
            self._sources[file] = read_source(file, file.name)[0]
        return self._sources[file]

    def _content(self, file: Path, source: Source) -> str:
        if file not in self._contents:
            self._contents[file] = text_digest(source.text)
        return self._contents[file]

    def _outline(self, file: Path, source: Source) -> Outline:
        if file not in self._outlines:
            self._outlines[file] = annotation_outline(source)
        return self._outlines[file]
