"""Diagnostic code in, what is known of it out: every code stands here once.

The hundreds digit names the room a finding comes from, and a code is never given a new meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.diagnostics.model import Diagnostic

__all__ = ["CATALOG", "CatalogEntry", "severity"]


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A code, its kebab-case name, how bad it is, and one line that says what it is about."""

    code: str
    name: str
    severity: Severity
    summary: str


_ERRORS: tuple[tuple[str, str, str], ...] = (
    ("SC001", "unreadable-file", "A file or folder that cannot be opened."),
    ("SC002", "undecodable-file", "Bytes that the file's declared encoding does not allow."),
    ("SC003", "invalid-python", "A module that Python itself cannot read."),
    ("SC004", "invalid-config", "A configuration file that is no TOML."),
    ("SC005", "unknown-setting", "A key in the configuration that schemac does not know."),
    ("SC006", "invalid-setting", "A setting whose value has the wrong type or form."),
    ("SC008", "file-too-large", "A file that is far larger than any source text."),
    ("SC101", "unexpected-token", "Something stands where the language has no place for it."),
    ("SC102", "unclosed-bracket", "A bracket that is opened and never closed."),
    ("SC103", "malformed-string", "A string that does not end on its line, or a bad escape."),
    ("SC104", "malformed-tag", "A tag without a name or without its parentheses."),
    ("SC105", "misplaced-comment", "A `##` comment with nothing below it to describe."),
    ("SC106", "optional-after-key", "`key?: T` where `?key: T` is meant."),
    ("SC107", "unsupported-syntax", "A construct of RBS or Python that has no schema."),
    ("SC108", "unclaimed-annotation", "A `#:` block that is nearly an annotation."),
    ("SC109", "two-places", "One declaration in two places."),
    ("SC110", "nested-too-deep", "Types that are nested more than 200 levels deep."),
    ("SC111", "hidden-character", "An annotation with characters that nobody can see."),
    ("SC112", "malformed-number", "A number that is none in JSON, or another one to its readers."),
    ("SC201", "unknown-name", "A type name that is declared nowhere in reach."),
    ("SC202", "unknown-import", "An import whose file or name is not there."),
    ("SC203", "ambiguous-import", "Two imports that bring the same name."),
    ("SC204", "import-outside", "An import that leaves the search folders."),
    ("SC205", "endless-type", "A type that no finite value fits."),
    ("SC206", "growing-generic", "A generic whose arguments grow as it recurses."),
    ("SC207", "name-taken", "A name that is built in or declared already."),
    ("SC208", "wrong-arguments", "A generic with too many or too few arguments."),
    ("SC301", "duplicate-key", "A record that has one key twice."),
    ("SC302", "misplaced-tag", "A tag on something that it does not apply to."),
    ("SC303", "invalid-pattern", "A pattern that is not ECMA-262, or not linear in time."),
    ("SC305", "invalid-map-key", "A map whose keys are no strings."),
    ("SC306", "impossible-intersection", "An intersection that no value fits."),
    ("SC308", "unknown-dependency", "`@depends_on` a field that the record lacks."),
    ("SC309", "contradicting-tags", "Tags that repeat or contradict each other."),
    ("SC310", "impossible-value", "A default or an example that cannot stand."),
    ("SC311", "unknown-tag", "A tag that is neither known nor a configured predicate."),
    ("SC312", "malformed-argument", "A tag whose argument has the wrong form."),
    ("SC314", "invalid-header", "`@header` on a parameter that cannot travel in a header."),
    ("SC318", "large-intersection", "An intersection that comes to too many variants."),
    ("SC319", "large-closed-use", "A type that `@closed` at its uses writes out too often."),
    ("SC401", "malformed-gate", "A gate whose flags are not written as symbols."),
    ("SC402", "unknown-flag", "A flag outside the configured vocabulary."),
    ("SC405", "gated-last-description", "A description that some callers do not get at all."),
    ("SC406", "gated-wrapping", "An output that is wrapped for some callers only."),
    ("SC410", "revealing-filter", "A filter that reveals the values of a gated field."),
    ("SC415", "missing-predicate", "A predicate that a persona's context does not have."),
    ("SC601", "unnamed-parameter", "A parameter of a signature without a name and a type."),
    ("SC602", "invalid-input", "`type input` is no record, or stands beside parameters."),
    ("SC603", "no-output", "A handler that does not say what it returns."),
    ("SC604", "unknown-parameter", "A parameter that the method does not have."),
    ("SC605", "not-by-keyword", "A parameter that cannot be passed by keyword."),
    ("SC606", "no-default", "A parameter that may be absent, without a Python default."),
    ("SC607", "undeclared-parameter", "A required Python parameter that no signature names."),
    ("SC609", "two-outputs", "A return type beside `type output`."),
    ("SC610", "duplicate-tool", "Two tools of one name."),
    ("SC611", "invalid-tool-name", "A tool name that MCP does not allow."),
    ("SC612", "no-handler", "A tool without a method that handles it."),
    ("SC613", "invalid-tool-argument", "An argument of `@tool` that is unknown or wrong."),
    ("SC614", "unfit-handler", "A registered handler that cannot serve its tool."),
    ("SC615", "unserved-domain", "A domain whose tools cannot be grouped as configured."),
    ("SC701", "breaking-change", "A change that breaks callers of a tool."),
    ("SC702", "risky-change", "A change that may break callers of a tool."),
    ("SC703", "exposure", "Something that some caller sees now and did not before."),
    ("SC901", "internal-error", "A bug in schemac."),
)

_WARNINGS: tuple[tuple[str, str, str], ...] = (
    ("SC007", "unused-ignore", "A `# schemac: ignore[…]` that silences nothing."),
    ("SC009", "overridden-setting", "A setting that the app serves with another value."),
    ("SC304", "unknown-format", "A format that JSON Schema does not define."),
    ("SC307", "repeated-literal", "A literal that its union holds already."),
    ("SC313", "ambiguous-tag", "A tag behind the last member of a union."),
    ("SC315", "required-dependency", "`@depends_on` a field that is always there."),
    ("SC316", "unbounded-unique", "`@unique()` on a list without `@max`."),
    ("SC317", "unbounded-recursion", "A list that recurses without `@max`."),
    ("SC403", "ambiguous-gate", "A gate behind the last member of a union."),
    ("SC404", "gated-name-in-text", "A text that names what its readers may not see."),
    ("SC407", "shifting-choice", "A grant that changes which of two visible variants is chosen."),
    ("SC408", "never-visible", "Gates, or an order of texts, by which nobody sees it."),
    ("SC409", "indistinct-variants", "Variants that projection cannot tell apart."),
    ("SC411", "gated-untyped", "`untyped` under a gate: anything may be in it."),
    ("SC412", "gated-value-in-text", "An open tag that quotes a gated value."),
    ("SC413", "repeated-gate", "A gate that an outer one repeats."),
    ("SC414", "open-when-unknown", "A predicate that opens its gates to contexts without it."),
    ("SC501", "dialect-refuses", "A schema that the dialect cannot express at all."),
    ("SC502", "dialect-loss", "A part of a schema that the dialect leaves out."),
    ("SC503", "name-too-long", "A name that is too long for some clients."),
    ("SC504", "description-too-long", "A description that is too long for some clients."),
    ("SC608", "not-literal", "An argument that cannot be read without running the code."),
)


def _rows() -> Mapping[str, CatalogEntry]:
    entries = [CatalogEntry(code, name, Severity.ERROR, text) for code, name, text in _ERRORS]
    entries += [CatalogEntry(code, name, Severity.WARNING, text) for code, name, text in _WARNINGS]
    entries.sort(key=lambda entry: entry.code)
    return MappingProxyType({entry.code: entry for entry in entries})


CATALOG: Mapping[str, CatalogEntry] = _rows()
"""Every code, ascending."""


def severity(diagnostic: Diagnostic) -> Severity:
    """Say how bad a finding is; one of an unknown code is an error, as nobody judged it."""
    if diagnostic.lenient:
        return Severity.WARNING
    entry = CATALOG.get(diagnostic.code)
    return Severity.ERROR if entry is None else entry.severity
