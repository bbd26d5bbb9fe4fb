"""Blocks of a module in, what each class and function declares out.

A block is claimed by the place it stands in: a signature by the function below it, declarations
by the class or module around them. The rest is prose, unless it is nearly an annotation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Label
from schemac.syntax.around import functions_around, scope_of
from schemac.syntax.beside import beside
from schemac.syntax.block_ends import with_ends
from schemac.syntax.claims import (
    claim,
    declared_names,
    has_gate,
    holds_description,
    holds_imports_only,
    holds_signature,
    is_meant,
    is_plain_type,
)
from schemac.syntax.commented import unmarked
from schemac.syntax.extract import is_claimed
from schemac.syntax.found import Found, Known
from schemac.syntax.holding import holding
from schemac.syntax.host import Declarations
from schemac.syntax.once import first_of_each
from schemac.syntax.other_forms import other_names
from schemac.syntax.places import is_overload
from schemac.syntax.speaking import Speaking, is_annotated, shows_gate
from schemac.syntax.trusted import read_text
from schemac.syntax.unclaimed import local_declarations, no_function, no_tool, unclaimed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.ir.decls import Description, Signature
    from schemac.syntax.origins import Origins
    from schemac.syntax.parser import Parsed
    from schemac.syntax.places import Place
    from schemac.syntax.standing import Standing
    from schemac.syntax.trusted import ReadText

__all__ = ["Annotations", "gather"]


_LONGEST_MARKER = 20


@dataclass(slots=True)
class Annotations:
    """What places declare, and what was wrong with it."""

    origins: Origins
    diagnostics: list[Diagnostic] = field(default_factory=list)
    _found: dict[Place, Found] = field(default_factory=dict)
    _prose: list[Standing] = field(default_factory=list)
    _imports: list[tuple[Standing, tuple[Diagnostic, ...]]] = field(default_factory=list)
    _apart: list[tuple[Standing, ReadText]] = field(default_factory=list)
    _refused: list[Standing] = field(default_factory=list)
    _latent: dict[Place, list[Diagnostic]] = field(default_factory=dict)
    _known: Known = field(default_factory=Known)

    def declarations(self, place: Place) -> Declarations:
        """Give what is declared in a class or module, or in the block of a function's signature."""
        found = self._found.get(place, Found())
        read = (*found.comments, *found.docstrings)
        return Declarations(
            tuple(declared for each in read for declared in each.types),
            tuple(brought for each in read for brought in each.imports),
            tuple(text for each in read for text in each.descriptions),
            tuple(found.broken),
            flawed=tuple(declared for each in read for declared in each.flawed),
            perhaps=tuple(name for each in read for name in each.perhaps),
        )

    def signature(self, place: Place) -> Signature | None:
        """Give the signature of a function."""
        signatures = self._found.get(place, Found()).signatures
        return signatures[0] if signatures else None

    def is_broken(self, place: Place) -> bool:
        """Whether a signature of the function cannot be read, or two of them contradict."""
        found = self._found.get(place, Found())
        return len(found.signatures) != 1 if found.holds_signature else False

    def holding(self) -> frozenset[Place]:
        """Give the places that hold annotations, however far inside."""
        return holding(self._found)

    def described(self, place: Place) -> tuple[Description, ...]:
        """Give the descriptions above a function or in its docstring, whoever's they are."""
        return tuple(self._found.get(place, Found()).described)

    def latent(self, place: Place) -> tuple[Diagnostic, ...]:
        """Give what is nearly an annotation in a class that is prose but for that.

        It is a mistake where a tool inherits from the class, or stands in it.
        """
        return tuple(self._latent.get(place, ()))

    def take(self, standing: Standing) -> None:
        """Read a block and give what it holds to its place, or keep it as prose."""
        block, head = standing.block, standing.head
        if standing.refused is not None:
            self.diagnostics.append(standing.refused)
            self._refused.append(standing)
            return
        if not is_claimed(standing):
            self._prose.append(standing)
            return
        reading = read_text(block.text, "block")
        if reading.diagnostics and holds_imports_only(block.text.text):
            self._imports.append((standing, reading.diagnostics))
            return
        self.diagnostics += with_ends(reading.diagnostics, block)
        parsed = reading.parsed
        # Text without a parenthesis may have been meant as a signature, too.
        unread = parsed.signature is None and (parsed.stray or holds_signature(block.text.text))
        owner = standing.place
        if head is not None and (parsed.signature is not None or unread):
            # What is declared above a method is its class's, above a function the function's own.
            owner = owner if owner.is_class else head
            self._sign(head, None if parsed.signature_broken else parsed.signature)
        elif head is not None and block.kind == "docstring" and not owner.is_class:
            self._apart.append((standing, reading))
            return
        elif parsed.signature is not None:
            self.diagnostics.append(no_function(parsed.signature))
            self._mark(standing, ())
        self._give(owner, standing, reading)

    def _give(self, owner: Place, standing: Standing, reading: ReadText) -> None:
        """Let a place declare what a block does."""
        block, head, parsed = standing.block, standing.head, reading.parsed
        if owner.is_function and owner is not head:
            self.diagnostics += local_declarations(parsed, owner)
            self._local(standing, parsed, reading.broken)
            return
        below = standing.below or head
        if owner.node is None and parsed.descriptions and below is not None:
            # It was meant for the tool below, whose docstring may name what it does not.
            self._found.setdefault(below, Found()).broken.append("")
        found = self._found.setdefault(owner, Found())
        found.broken += reading.broken
        is_guess = block.kind == "rbs" and claim(block.text.text) == "prose"
        if is_guess or (parsed.stray and owner.node is not None):
            # At the margin, above no function, there is no signature to be lost.
            found.broken.append("")
        (found.docstrings if block.kind == "docstring" else found.comments).append(parsed)
        if head is not None:
            self._found.setdefault(head, Found()).described += parsed.descriptions

    def finish(self) -> None:
        """Report what stands in two places, and what nearly is an annotation."""
        for standing, reading in self._apart:
            # The docstring of a function that has a signature is the function's own.
            head = standing.head
            is_own = head is not None and self._found.get(head, Found()).holds_signature
            self._give(head if head and is_own else standing.place, standing, reading)
        for standing in self._refused:
            self._void(standing)
        self._finish_imports()
        for place, found in self._found.items():
            if place.node is None:
                self.diagnostics += no_tool([*found.comments, *found.docstrings])
            found.docstrings, names, repeated = first_of_each(found.comments, found.docstrings)
            found.broken += names
            self.diagnostics += repeated
        speaking = Speaking(self.origins, self._found, self._known)
        annotated = {each.place for each in self._prose if speaking.is_of_place(each)}
        holds_any = any(found.holds_any for found in self._found.values())
        for each in self._prose:
            is_gate = holds_any and shows_gate(each)
            if each.place in annotated or is_gate or speaking.is_of_below(each):
                reported = unclaimed(each)
                self.diagnostics += reported
                if reported:
                    self._void(each)
            elif (scope := scope_of(each.place)).is_class and _is_latent(each):
                self._latent.setdefault(scope, []).extend(unclaimed(each))
            elif each.below is not None and each.below.is_class and shows_gate(each):
                self._latent.setdefault(each.below, []).extend(unclaimed(each))

    def _finish_imports(self) -> None:
        """Report broken imports; where nothing else is annotated, words like these are words."""
        holders = self.holding()
        for standing, diagnostics in self._imports:
            scope = scope_of(standing.place)
            if is_annotated(scope, self._found, self._known) or (
                scope.is_class and scope in holders
            ):
                self.diagnostics += diagnostics
                self._mark(standing, ())
            elif scope.is_class:
                self._latent.setdefault(scope, []).extend(diagnostics)

    def _local(self, standing: Standing, parsed: Parsed, broken: tuple[str, ...]) -> None:
        """Let nobody find further out what is declared in a function, where nothing can use it."""
        names = {*(declared.name for declared in (*parsed.types, *parsed.flawed)), *broken}
        if scope_of(standing.place).is_class or parsed.imports or parsed.descriptions:
            names.add("")
        self._spoil(standing, sorted(names))

    def _void(self, standing: Standing) -> None:
        """Let nobody count on the place of a block that is not read, or on what it declares.

        What begins with a gate may have been meant for the type above it, or the one below.
        """
        text = unmarked(standing.block.text.text)
        names = (*declared_names(text), *other_names(text))
        if names and scope_of(standing.place).node is None and is_plain_type(text):
            self._spoil(standing, names)
            return
        nearest = beside(standing, self._found, self._known) if has_gate(text) else ()
        self._mark(standing, (*names, *nearest))

    def _mark(self, standing: Standing, names: Iterable[str]) -> None:
        block, below = standing.block, standing.below
        self._spoil(standing, (*names, ""))
        text, is_near = block.text.text, below is not None and below.first <= block.last + 1
        if below is not None and (is_near or has_gate(text) or holds_description(text)):
            self._found.setdefault(below, Found()).broken.append("")
        if standing.ended is not None:
            self._found.setdefault(standing.ended, Found()).broken.append("")

    def _spoil(self, standing: Standing, names: Sequence[str]) -> None:
        """Take names from the class or module around a block, and from the functions around it.

        A function outside a class may declare types of its own, above it.
        """
        scope = scope_of(standing.place)
        functions = () if scope.is_class else (*functions_around(standing.place), standing.head)
        for place in (scope, *functions):
            if place is not None:
                self._found.setdefault(place, Found()).broken += names

    def _sign(self, head: Place, signature: Signature | None) -> None:
        found = self._found.setdefault(head, Found())
        if signature is not None and is_overload(head.node):
            text = "a signature above an `@overload` is not read"
            hint = "put it above the `def` that runs, the last one"
            self.diagnostics.append(Diagnostic("SC108", text, signature.span, hint=hint))
            scope = scope_of(head)
            same = (each for each in scope.functions if each.qualname == head.qualname)
            for each in (scope, *(() if scope.is_class else same)):
                self._found.setdefault(each, Found()).broken.append("")
            signature = None
        if signature is None:
            found.unread = True
            return
        found.signatures.append(signature)
        if len(found.signatures) > 1:
            first = Label(found.signatures[0].span, "the first one stands here")
            text = f"`{head.qualname}` has two signatures"
            hint = "keep one of them: in a comment or in the docstring"
            self.diagnostics.append(Diagnostic("SC109", text, signature.span, (first,), hint=hint))


def _is_latent(each: Standing) -> bool:
    text = each.block.text
    if each.block.kind != "trailing":
        return shows_gate(each) or is_meant(text.text)
    # Behind the marker of Sphinx it is about the value in front of it.
    start = text.span(0, 0)
    marker = start.source.text[max(start.start - _LONGEST_MARKER, 0) : start.start]
    return has_gate(text.text) and not marker.rstrip().endswith(":")


def gather(blocks: Iterable[Standing], origins: Origins) -> Annotations:
    """Read all blocks of a module."""
    annotations = Annotations(origins)
    for standing in blocks:
        annotations.take(standing)
    annotations.finish()
    return annotations
