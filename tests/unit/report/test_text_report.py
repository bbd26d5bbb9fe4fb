from __future__ import annotations

from schemac.diagnostics.model import Diagnostic, Label
from schemac.report.text import render_text
from schemac.source import Source, Span, SubSource


def at(source: Source, text: str, nth: int = 0) -> Span:
    start = -1
    for _ in range(nth + 1):
        start = source.text.index(text, start + 1)
    return source.span(start, start + len(text))


def shown(*diagnostics: Diagnostic, limit: int | None = None, colour: bool = False) -> str:
    return render_text(diagnostics, limit=limit, colour=colour)


def test_shows_place_line_carets_notes_and_hint() -> None:
    host = Source("app/show.py", "class Show:\n    #: type page = { of: aplicant }\n")
    found = Diagnostic(
        "SC201",
        "`aplicant` is declared nowhere",
        at(host, "aplicant"),
        notes=("it was looked for in `sig`",),
        hint="did you mean `applicant`?",
    )
    assert shown(found) == (
        "app/show.py:2:26: error[SC201]: `aplicant` is declared nowhere\n"
        "  |\n"
        "2 |     #: type page = { of: aplicant }\n"
        "  |                          ^^^^^^^^\n"
        "  = note: it was looked for in `sig`\n"
        "  = hint: did you mean `applicant`?\n"
        "\n"
        "Found 1 error.\n"
    )


def test_shows_nothing_for_nothing() -> None:
    assert shown() == ""


def test_shows_labels_on_their_own_lines() -> None:
    host = Source("a.sig", "type a = String\n" + "\n" * 8 + "type a = Integer\n")
    label = Label(at(host, "a"), "the first one")
    label = Label(host.span(5, 6), "the first one")
    found = Diagnostic("SC207", "`a` is declared twice", host.span(29, 30), (label,))
    assert shown(found) == (
        "a.sig:10:6: error[SC207]: `a` is declared twice\n"
        "   |\n"
        "10 | type a = Integer\n"
        "   |      ^\n"
        "   |\n"
        " 1 | type a = String\n"
        "   |      - the first one\n"
        "\n"
        "Found 1 error.\n"
    )


def test_shows_a_label_of_the_same_line_under_it() -> None:
    host = Source("a.sig", "type r = { id: String, id: Integer }\n")
    label = Label(at(host, "id"), "first here")
    found = Diagnostic("SC301", "`id` stands twice", at(host, "id", 1), (label,))
    assert shown(found) == (
        "a.sig:1:24: error[SC301]: `id` stands twice\n"
        "  |\n"
        "1 | type r = { id: String, id: Integer }\n"
        "  |                        ^^\n"
        "  |            -- first here\n"
        "\n"
        "Found 1 error.\n"
    )


def test_names_the_file_of_a_label_in_another() -> None:
    host = Source("a.sig", "import b\n")
    other = Source("sig/b.sig", "\ntype b = String\n")
    found = Diagnostic("SC203", "both bring `b`", at(host, "b"), (Label(at(other, "b"), "here"),))
    assert shown(found).splitlines()[4:7] == [
        "  ::: sig/b.sig:2:6",
        "2 | type b = String",
        "  |      - here",
    ]


def test_a_tab_is_four_cells_and_a_wide_character_two() -> None:
    host = Source("a.sig", "\ttype 申請者 = aplicant\t# e\u0301\n")
    assert shown(Diagnostic("SC201", "m", at(host, "aplicant"))).splitlines()[2:4] == [
        "1 |     type 申請者 = aplicant    # e\u0301",
        "  |                   ^^^^^^^^",
    ]
    assert shown(Diagnostic("SC201", "m", at(host, "申請者"))).splitlines()[3] == (
        "  |          ^^^^^^"
    )


def test_shows_the_first_and_the_last_line_of_a_long_span() -> None:
    host = Source("a.py", "    #: type r = {\n    #:   a: String,\n    #:   b: String\n    #: }\n")
    span = host.span(host.text.index("{"), host.text.index("}") + 1)
    assert shown(Diagnostic("SC302", "m", span)) == (
        "a.py:1:17: error[SC302]: m\n"
        "  |\n"
        "1 |     #: type r = {\n"
        "  |                 ^\n"
        "...\n"
        "4 |     #: }\n"
        "  |        ^\n"
        "\n"
        "Found 1 error.\n"
    )


def test_points_past_the_end_of_a_line_and_of_a_file() -> None:
    host = Source("a.sig", "type a =")
    assert shown(Diagnostic("SC101", "m", host.span(8, 8))).splitlines()[0:4] == [
        "a.sig:1:9: error[SC101]: m",
        "  |",
        "1 | type a =",
        "  |         ^",
    ]
    empty = Source("b.sig", "")
    assert shown(Diagnostic("SC002", "m", empty.span(0, 0))).splitlines()[2] == "1 |"


def test_speaks_of_the_host_of_a_block() -> None:
    host = Source("a.py", "x = 1\n  #: type a =\n  #:   Strng\n")
    text = SubSource(host, ((10, " type a ="), (24, "   Strng")))
    start = text.text.index("Strng")
    assert shown(Diagnostic("SC201", "m", text.span(start, start + 5))).splitlines()[0:4] == [
        "a.py:3:8: error[SC201]: m",
        "  |",
        "3 |   #:   Strng",
        "  |        ^^^^^",
    ]


def test_nothing_in_a_source_reaches_the_terminal_as_a_control() -> None:
    host = Source("a\x1b[2J.sig", "type a = \x1b[31m\u202estr\x00 # \x07")
    text = shown(Diagnostic("SC111", "holds \x1b]0;x\x07\nand more", host.span(9, 10)))
    assert text == (
        "a<U+001B>[2J.sig:1:10: error[SC111]: holds \\u001b]0;x\\u0007\\nand more\n"
        "  |\n"
        "1 | type a = <U+001B>[31m<U+202E>str<U+0000> # <U+0007>\n"
        "  |          ^^^^^^^^\n"
        "\n"
        "Found 1 error.\n"
    )


def test_a_very_long_line_is_cut_down_to_the_place() -> None:
    host = Source("a.sig", "x" * 500_000 + "HERE" + "y" * 500_000)
    line, carets = shown(Diagnostic("SC201", "m", at(host, "HERE"))).splitlines()[2:4]
    assert line == "1 | …" + "x" * 40 + "HERE" + "y" * 40 + "…"
    assert carets == "  | " + " " * 41 + "^^^^"


def test_a_label_elsewhere_in_a_very_long_line_shows_its_own_part() -> None:
    host = Source("a.sig", "x" * 500 + "HERE" + "y" * 500 + "THERE" + "z" * 500)
    label = Label(at(host, "HERE"), "the first one")
    found = Diagnostic("SC207", "m", at(host, "THERE"), (label,))
    assert shown(found).splitlines()[2:6] == [
        "1 | …" + "y" * 40 + "THERE" + "z" * 40 + "…",
        "  | " + " " * 41 + "^^^^^",
        "1 | …" + "x" * 40 + "HERE" + "y" * 40 + "…",
        "  | " + " " * 41 + "---- the first one",
    ]


def test_carriage_returns_end_lines_too() -> None:
    host = Source("a.sig", "one\r\ntwo\rthree Strng\n")
    assert shown(Diagnostic("SC201", "m", at(host, "Strng"))).splitlines()[0:4] == [
        "a.sig:3:7: error[SC201]: m",
        "  |",
        "3 | three Strng",
        "  |       ^^^^^",
    ]


def test_counts_what_is_left_out() -> None:
    many = [
        Diagnostic("SC307" if number % 2 else "SC201", f"{number}", None) for number in range(5)
    ]
    assert shown(*many, limit=1) == (
        "error[SC201]: 0\n\n… and 4 more.\nFound 3 errors and 2 warnings.\n"
    )


def test_is_coloured_only_when_asked() -> None:
    host = Source("a.sig", "type a = Strng\n")
    found = Diagnostic("SC201", "m", at(host, "Strng"), hint="h")
    assert "\x1b" not in shown(found)
    assert shown(found, colour=True).splitlines() == [
        "\x1b[1ma.sig:1:10:\x1b[0m \x1b[1;31merror[SC201]\x1b[0m: m",
        "  \x1b[1;34m|\x1b[0m",
        "\x1b[1;34m1 |\x1b[0m type a = Strng",
        "  \x1b[1;34m|\x1b[0m          \x1b[1;31m^^^^^\x1b[0m",
        "  \x1b[1;34m=\x1b[0m \x1b[36mhint\x1b[0m: h",
        "",
        "Found 1 error.",
    ]
