"""Files and decorators that have nothing to do with annotations have no findings, others may."""

from __future__ import annotations

import pytest

from schemac.source import Source
from schemac.syntax.module import read_module

SETTINGS = '''
from dataclasses import dataclass

@dataclass
class Pool:
    """D."""

    #: (host, port) -> connection
    connections: dict
    #: callback: (event) -> None
    on_close: object = None
    #: import paths, comma separated
    paths: str = ""
    #: @deprecated use `paths`
    path: str = ""
    #: | key | meaning |
    #: |-----|---------|
    table: dict = None
    #: type = "book" or "film"
    kind = 1
    #: output = stdout
    out = 2
    #: description: "x"
    text = 3


class RpcClient:
    #: input: {"id": 1}
    example = None

    def call(self, method, *args): ...
'''


def test_files_that_have_nothing_to_do_with_it_have_no_findings() -> None:
    module, found = read_module(Source("settings.py", SETTINGS))
    assert (module.classes[0].name, [each.message for each in found]) == ("Pool", [])
    beside = "import schemac\n" + SETTINGS.partition("class RpcClient")[0]
    assert read_module(Source("settings.py", beside))[1] == ()
    assert read_module(Source("settings.py", "import schemac\n" + SETTINGS))[1] == ()
    told = read_module(Source("settings.py", beside.replace("@dataclass", "@made")))[1]
    assert {each.code for each in told} == {"SC108"}


ELSEWHERE = {
    "@attr.s(auto_attribs=True)": "import attr",
    "@attrs.mutable": "import attrs",
    "@strawberry.type": "import strawberry",
    "@deprecated('x')": "from typing_extensions import deprecated",
    "@enum.verify(enum.UNIQUE)": "import enum",
    "@functools.cache": "import functools",
    "@six.add_metaclass(M)": "import six",
    "@admin.register(M)": "from django.contrib import admin",
}


@pytest.mark.parametrize("decorator", ELSEWHERE)
def test_decorators_of_other_packages_make_no_tools(decorator: str) -> None:
    body = SETTINGS.partition("class RpcClient")[0].replace("@dataclass", decorator)
    text = f"import schemac\n{ELSEWHERE[decorator]}\n{body}"
    assert read_module(Source("settings.py", text))[1] == ()
    assert read_module(Source("settings.py", text.replace("import schemac", "")))[1] == ()


@pytest.mark.parametrize(
    ("head", "decorator"),
    [
        ("", "@made"),
        ("from .made import made", "@made"),
        ("from . import made", "@made.tool_of"),
        ("from schemac.runtime import tool as made", "@made('x')"),
        ("from made import made\nmade = made()", "@made"),
        ("from made import *\nfrom attr import s", "@s"),
        ("def made(thing): ...", "@made"),
        ("import registry", "@registry.tool('x')"),
        ("from functools import partial", "@partial(tool, 'x')"),
        ("from functools import partial\nfrom schemac import tool as t", "@partial(t, 'x')"),
        ("from made import tool", "@tool('x')"),
    ],
)
def test_others_may(head: str, decorator: str) -> None:
    body = SETTINGS.partition("class RpcClient")[0].replace("@dataclass", decorator)
    text = f"import schemac\n{head}\n{body}"
    assert {each.code for each in read_module(Source("settings.py", text))[1]} == {"SC108"}
