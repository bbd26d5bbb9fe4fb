"""`# @rbs` comments, which go on over plain comments."""

from __future__ import annotations

from textwrap import dedent

import pytest

from schemac.source import Source
from schemac.syntax.extract import annotation_blocks


def texts(python: str) -> list[str]:
    blocks, found = annotation_blocks(Source("m.py", python))
    assert found == ()
    return [block.text.text for block in blocks]


def test_the_older_spelling_goes_on_over_plain_comments() -> None:
    assert texts(
        dedent("""\
        # @rbs type a = {
        #   b: String, # it's a note
        #
        #   c: Array[String]
        # }
        # not this
        # @rbs type d =
        #   "x"
        #   | "y"
        #   @desc(Which (of two) it is)
        # nor this
        # @rbs type e = String |
        #   Integer
        # @rbs import error
        # @rbs skip
        # @rbs typed
        #@rbs type f = f1 &
        #: type g = String
        """)
    ) == [
        "type a = {\n   b: String, # it's a note\n\n   c: Array[String]\n }",
        'type d =\n   "x"\n   | "y"\n   @desc(Which (of two) it is)',
        "type e = String |\n   Integer",
        "import error",
        "type f = f1 &",
        " type g = String",
    ]


@pytest.mark.parametrize(
    "tag",
    [
        "@desc(don't), b: 'x'",
        "@desc(issue #5)",
        '@desc(5" (13 cm)), b: "x"',
        "@desc([ is left)",
        "@desc(})",
        "@pattern(^[{]$)",
        '@pattern("^[(]$")',
        "@desc(one (two\n#   [three) four # five)",
        '@requires(:"a(b")',
        "@desc(\\( is text)",
        "# it's a note { @desc(",
    ],
)
def test_the_older_spelling_knows_the_text_of_tags(tag: str) -> None:
    written = f"{{\n#   a: String {tag}\n#   | nil,\n#   c: String\n# }}"
    host = f"# @rbs type t = {written}\n# type old = String\n#: type g = String\n"
    expected = f"type t = {written}".replace("\n#", "\n")
    assert texts(host) == [expected, " type g = String"]


def test_the_older_spelling_goes_on_behind_a_tag_that_is_never_closed() -> None:
    assert texts("# @rbs type t = String @desc(a ( b)\n# c }\n# d\n\n# e\n") == [
        "type t = String @desc(a ( b)\n c }\n d"
    ]
