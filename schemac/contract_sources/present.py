"""A file that a plan was made of in, whether it is here and holds something else now, out."""

from __future__ import annotations

import os
import re
from bisect import bisect_left, bisect_right, insort
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from schemac.contract_sources.archives import archived_source
from schemac.plan.model import SourceFile
from schemac.resolve.disk import SUFFIXES
from schemac.resolve.files import read_source
from schemac.shipped import shipped
from schemac.syntax.digests import text_digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.contract_sources.standing import Known
    from schemac.plan.declaration import HandlerLocation
    from schemac.source import Source
    from schemac.syntax.fingerprint import Outline

__all__ = ["Present", "path_of"]

_SHIPPED = "schemac:"
_HEADS = (re.compile(r"class[ \t]+(\w+)"), re.compile(r"def[ \t]+(\w+)"))
"""Looked for one by one, by their first letters: that is many times as quick as both at once."""
_BEFORE = (re.compile(r"[ \t\f]*"), re.compile(r"[ \t\f]*(?:async[ \t]+)?"))
"""What stands before each on its line."""
_BETWEEN = r"(?:\s|#:|#(?!:)[^\r\n]*[\r\n])+"
"""What may stand between two words of an import: lines, their markers and comments."""


@lru_cache(maxsize=1024)
def path_of(file: str) -> Path:
    """Give a path that knows its hash: hundreds of tools are in one file."""
    return Path(file)


class Present:
    """The sources that are here. Each is read once."""

    def __init__(self, sig_paths: Sequence[Path]) -> None:
        self._sig_paths = tuple(sig_paths)
        self._sources: dict[Path, Source | None] = {}
        self._contents: dict[Path, str] = {}
        self._outlines: dict[Path, Outline] = {}
        self._lines: dict[Path, Mapping[str, Sequence[int]]] = {}

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
        return bool(place.file) and self._source(path_of(place.file)) is not None

    def is_single(self, place: HandlerLocation) -> bool:
        """Whether a class is here, and the only one of its name: it can be told what it says."""
        file = path_of(place.file)
        source = self._source(file) if place.file else None
        return source is not None and place.qualname in self._outline(file, source).single

    def is_another(self, place: HandlerLocation, planned: SourceFile, line: int | None) -> bool:
        """Whether a class or function may be another one of its name than that of a planned line.

        Only in an unchanged text lines tell. Mostly they say at once that it is the same.
        """
        file = path_of(place.file)
        source = self._source(file)
        if source is None:
            return False
        is_same_text = not self.module_changed(file, planned)
        if is_same_text and line is not None and self._line_of_name(file, source, place) == line:
            return False
        begun = self._outline(file, source).begun.get(place.qualname, frozenset())
        return len(begun) > 1 and not (is_same_text and (place.first_line, line) in begun)

    def has_several(self, file: Path, owner: str, name: str, planned: SourceFile) -> bool:
        """Whether a file is here and has more methods of a name than classes that own them.

        A text of which a plan was made has not.
        """
        source = self._source(file)
        if source is None or not self.module_changed(file, planned):
            return False
        begun = self._outline(file, source).begun
        return len(begun.get(f"{owner}.{name}", ())) > len(begun.get(owner, ()))

    def is_annotated(self, place: HandlerLocation) -> bool:
        """Whether a class is here and holds annotations, in itself or above its methods."""
        file = path_of(place.file)
        source = self._source(file)
        return source is not None and place.qualname in self._outline(file, source).annotated

    def is_described(self, place: HandlerLocation) -> bool:
        """Whether a class is here and declares a description."""
        file = path_of(place.file)
        source = self._source(file)
        return source is not None and place.qualname in self._outline(file, source).described

    def signature_file_differs(self, planned: SourceFile) -> bool:
        """Whether a signature file is here and holds something else now."""
        for file in self._places(planned.name):
            source = self._source(file)
            if source is not None:
                return self._content(file, source) != planned.content
        return False

    def shadowed(self, planned: SourceFile, known: Known, given: Sequence[str] = ()) -> str | None:
        """Give an import that now means a file here that goes before that one; None for none.

        What was there when the plan was made is none: where it was used it is held against the
        plan, too, and where it was not, and is the same now, no import means it. `given` are
        annotations that are in no file.
        """
        for path, name, content in self._before(planned):
            if known.is_new(name, content) and self._is_imported(path, given):
                return path
        return None

    def before(self, planned: SourceFile) -> Iterator[SourceFile]:
        """Give the other files here that an import of a signature file may mean before it."""
        for _, name, content in self._before(planned):
            yield SourceFile(name, content, content)

    def _before(self, planned: SourceFile) -> Iterator[tuple[str, str, str]]:
        for path, folders in self._imports(planned.name):
            for file in _in_each(folders, path):
                source = self._source(file)
                content = None if source is None else self._content(file, source)
                if content is not None and content != planned.content:
                    yield path, self._relative(file), content

    def _imports(self, name: str) -> Iterator[tuple[str, Sequence[Path]]]:
        """Give the imports that may have meant a file, each with the folders searched before it."""
        if name.startswith(_SHIPPED):
            yield _stem(name.removeprefix(_SHIPPED)), self._sig_paths
            return
        place = next((each for each in self._places(name) if self._source(each) is not None), None)
        if place is None:
            return
        target = _real(place)
        for at, folder in enumerate(self._sig_paths):
            if target.is_relative_to(_real(folder)):
                path = _stem(target.relative_to(_real(folder)).as_posix())
                yield path, self._sig_paths[:at]

    def _is_imported(self, path: str, given: Sequence[str]) -> bool:
        """Whether any source that was read says so, or one that is not here may have."""
        if any(file.suffix == ".py" and source is None for file, source in self._sources.items()):
            return True
        written = re.compile(rf"\b(?:import|from){_BETWEEN}{re.escape(path)}(?![\w/])")
        texts = [source.text for source in self._sources.values() if source is not None]
        return any(written.search(text) for text in (*texts, *given))

    def _relative(self, file: Path) -> str:
        target = _real(file)
        for folder in map(_real, self._sig_paths):
            if target.is_relative_to(folder):
                return target.relative_to(folder).as_posix()
        return target.name

    def _places(self, name: str) -> Iterator[Path]:
        """Give where a signature file may be, in the order in which an import looks.

        Where there are folders of signature files, one that is gone from them may be a shipped one.
        """
        if name.startswith(_SHIPPED):
            yield shipped("sig") / name.removeprefix(_SHIPPED)
            return
        folders = [*self._sig_paths]
        if any(folder.is_dir() for folder in folders):
            folders.append(shipped("sig"))
        yield from _in_each(folders, _stem(name))

    def _source(self, file: Path) -> Source | None:
        if file not in self._sources:
            self._sources[file] = read_source(file, file.name)[0] or archived_source(file)
        return self._sources[file]

    def _content(self, file: Path, source: Source) -> str:
        if file not in self._contents:
            self._contents[file] = text_digest(source.text)
        return self._contents[file]

    def _line_of_name(self, file: Path, source: Source, place: HandlerLocation) -> int | None:
        """Give the line of the first `class` or `def` of a name at its first line or below it."""
        if place.first_line is None:
            return None
        if file not in self._lines:
            self._lines[file] = _heads(source)
        lines = self._lines[file].get(place.qualname.rpartition(".")[2], ())
        at = bisect_left(lines, place.first_line)
        return lines[at] if at < len(lines) else None

    def _outline(self, file: Path, source: Source) -> Outline:
        from schemac.syntax.fingerprint import (  # noqa: PLC0415 - few files have to be parsed
            annotation_outline,
        )

        if file not in self._outlines:
            self._outlines[file] = annotation_outline(source)
        return self._outlines[file]


def _heads(source: Source) -> Mapping[str, Sequence[int]]:
    """Give the lines on which `class` and `def` of each name stand, in order."""
    found: dict[str, list[int]] = {}
    text = source.text
    for head, before in zip(_HEADS, _BEFORE, strict=True):
        for each in head.finditer(text):
            at = text.rfind("\n", 0, each.start()) + 1
            if before.fullmatch(text, at, each.start()):
                line = bisect_right(source.line_starts, each.start(1))
                insort(found.setdefault(each[1], []), line)
    return found


def _real(place: Path) -> Path:
    return Path(os.path.realpath(place))


def _stem(name: str) -> str:
    return str(PurePosixPath(name).with_suffix(""))


def _in_each(folders: Sequence[Path], path: str) -> Iterator[Path]:
    for folder in folders:
        for suffix in SUFFIXES:
            yield folder / f"{path}{suffix}"
