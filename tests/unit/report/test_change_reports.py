from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac.plan.diff import Change, Exposure, PlanDiff
from schemac.plan.gates import Atom
from schemac.report.changes import (
    change_diagnostics,
    counted_changes,
    render_changes,
    render_changes_json,
    render_changes_markdown,
)
from schemac.source import Source

if TYPE_CHECKING:
    from schemac.plan.diff.model import Level

ROUTING = Atom("requires", "routing")
DIFF = PlanDiff(
    changes=(
        Change("move", "input", "/kind", "field-added-required", "breaking", "", (ROUTING,)),
        Change("move", "output", "/size", "bound-loosened", "risky", "max 3 → 5", ()),
        Change("move", None, "", "text-changed", "safe", "", ()),
        Change("show", None, "", "tool-removed", "breaking", "", None),
    ),
    exposures=(
        Exposure("move", "output", "/pay", "field", "pay", (ROUTING, Atom("feature", "x"))),
        Exposure("move", "output", "/pay/sum", "field", "sum", (ROUTING,), "/pay"),
        Exposure("new", None, "", "tool", "new", ()),
    ),
)
BOTH = "callers with `requires:routing` and `feature:x`"
NOTHING = PlanDiff((), ())


@pytest.mark.parametrize(
    ("levels", "counted"),
    [
        (("safe",), "1 safe change"),
        (("safe", "safe"), "2 safe changes"),
        (("risky", "breaking"), "1 breaking, 1 risky change"),
        (("safe", "risky", "safe"), "1 risky, 2 safe changes"),
    ],
)
def test_changes_are_counted_in_words(levels: tuple[Level, ...], counted: str) -> None:
    changes = tuple(Change("t", None, "", "text-changed", level, "", ()) for level in levels)
    assert counted_changes(PlanDiff(changes, ())) == counted


def test_text_goes_tool_by_tool_the_worst_first() -> None:
    assert render_changes(DIFF) == (
        "move\n"
        "  exposure  output `/pay`: field `pay` is visible now, "
        "for callers with `requires:routing` and `feature:x`\n"
        "  breaking  input `/kind`: new and required, for callers with `requires:routing`\n"
        "  risky     output `/size`: bound loosened: `max 3 → 5`, for everybody\n"
        "  safe      itself: text another one, for everybody\n"
        "\n"
        "show\n"
        "  breaking  itself: tool gone, for callers that nobody can tell\n"
        "\n"
        "new\n"
        "  exposure  itself: tool is visible now, for everybody\n"
        "\n"
        "2 breaking, 1 risky, 1 safe change and 2 exposures\n"
    )
    assert render_changes(NOTHING) == ""


def test_markdown_asks_first_who_sees_more() -> None:
    assert render_changes_markdown(DIFF) == (
        "### schemac: 2 breaking, 1 risky, 1 safe change and 2 exposures\n"
        "\n"
        "#### Who sees more\n"
        "\n"
        "| Tool | Where | What | Who |\n"
        "| --- | --- | --- | --- |\n"
        "| `move` | output `/pay` | field `pay` is visible now "
        "| callers with `requires:routing` and `feature:x` |\n"
        "| `new` | itself | tool is visible now | everybody |\n"
        "\n"
        "#### What callers meet\n"
        "\n"
        "| Tool | Where | What | Who |\n"
        "| --- | --- | --- | --- |\n"
        "| `move` | input `/kind` | breaking: new and required "
        "| callers with `requires:routing` |\n"
        "| `move` | output `/size` | risky: bound loosened: `max 3 → 5` | everybody |\n"
        "| `show` | itself | breaking: tool gone | callers that nobody can tell |\n"
    )
    assert render_changes_markdown(NOTHING) == "### schemac: nothing changes for any caller\n"


def test_nothing_that_authors_write_breaks_out_of_markdown() -> None:
    hostile = "a` | <script>\n\n# [x](http://y) @team\u202e"
    diff = PlanDiff((), (Exposure("t", "output", f"/{hostile}", "field", hostile, ()),))
    text = render_changes_markdown(diff)
    assert text.count("\n") == 7
    shown = "a' \\| <script>  # [x](http://y) @team<U+202E>"
    assert text.splitlines()[-1] == (
        f"| `t` | output `/{shown}` | field `{shown}` is visible now | everybody |"
    )


def test_json_says_everything() -> None:
    document = json.loads(render_changes_json(DIFF))
    assert (document["version"], document["level"]) == (1, "breaking")
    assert document["changes"][0] == {
        "tool": "move",
        "side": "input",
        "pointer": "/kind",
        "level": "breaking",
        "kind": "field-added-required",
        "detail": "",
        "grants": [{"predicate": "requires", "flag": "routing"}],
    }
    assert document["changes"][3]["grants"] is None
    assert document["exposures"][1] == {
        "tool": "move",
        "side": "output",
        "pointer": "/pay/sum",
        "subject": "field",
        "what": "sum",
        "grants": [{"predicate": "requires", "flag": "routing"}],
        "within": "/pay",
    }


def test_what_is_not_safe_becomes_diagnostics_where_the_tool_stands() -> None:
    span = Source("app.py", "move").span(0, 4)
    found = change_diagnostics(DIFF, lambda each: span if each.tool == "move" else None)
    assert [(each.code, each.span is span, each.message) for each in found] == [
        (
            "SC701",
            True,
            "`move` input `/kind`: new and required, for callers with `requires:routing`",
        ),
        ("SC702", True, "`move` output `/size`: bound loosened: `max 3 → 5`, for everybody"),
        ("SC701", False, "`show` itself: tool gone, for callers that nobody can tell"),
        (
            "SC703",
            True,
            f"`move` output `/pay`: field `pay` is visible now, for {BOTH}",
        ),
        ("SC703", False, "`new` itself: tool is visible now, for everybody"),
    ]


def test_what_belongs_to_no_tool_is_said_of_all() -> None:
    diff = PlanDiff((Change("", None, "", "schemas-closed", "risky", "", ()),), ())
    said = "all records are told as closed now, for everybody"
    assert render_changes(diff) == (f"all tools\n  risky     itself: {said}\n\n1 risky change\n")
    (found,) = change_diagnostics(diff, lambda _: None)
    assert found.message == f"all tools itself: {said}"


def test_counts_in_one_line() -> None:
    one = PlanDiff(DIFF.changes[:1], ())
    assert counted_changes(one) == "1 breaking change"
    assert counted_changes(PlanDiff((), DIFF.exposures[:1])) == "1 exposure"
    assert counted_changes(NOTHING) == ""


def test_a_long_description_is_told_by_its_beginning() -> None:
    def told(text: str) -> str:
        seen = Exposure("move", None, "", "description", text, (ROUTING,))
        return render_changes(PlanDiff((), (seen,))).splitlines()[1]

    who = "is visible now, for callers with `requires:routing`"
    short, long = "Moves an applicant.", "Moves an applicant back, " * 40
    assert told(short) == f"  exposure  itself: description `{short}` {who}"
    assert told("a\n\n  `b` | c") == f"  exposure  itself: description `a  'b' | c` {who}"
    assert told(long) == f"  exposure  itself: description `{long[:80].rstrip()}…` {who}"
