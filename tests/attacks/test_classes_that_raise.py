"""A class or object that raises when it is looked at hides its own tool, and no other one."""

from __future__ import annotations

import logging
import sys
from types import ModuleType
from typing import Any

import pytest

from schemac import Grants, Handler, Registry, Service
from schemac.runtime.errors import ContractError


class Raising:
    """What a class attribute gives that is made when it is asked for."""

    def __init__(self, error: BaseException) -> None:
        self.error = error
        self.is_ready = False

    def __get__(self, instance: object, owner: type) -> object:
        if self.is_ready:
            raise self.error
        return lambda *_: "D."


class Good(Handler):
    """A tool."""

    #: () -> { ok: bool }
    def call(self) -> object:
        return {"ok": True}


def described(error: BaseException) -> tuple[type, Raising]:
    found = Raising(error)

    class Bad(Handler):
        """A tool."""

        description: Any = found

        #: () -> { ok: bool }
        def call(self) -> object:
            return {"ok": True}

    return Bad, found


def called(error: BaseException) -> tuple[type, Raising]:
    found = Raising(error)

    class Bad(Handler):
        """A tool."""

        call: Any = found

    return Bad, found


class Odd(ModuleType):
    """A module that fails where it is asked for its file."""

    def __getattribute__(self, name: str) -> object:
        if name == "__file__":
            raise RuntimeError(name)
        return super().__getattribute__(name)


def names(service: Service) -> list[str]:
    return [str(tool["name"]) for tool in service.list_tools(Grants())]


@pytest.mark.parametrize("error", [RuntimeError("secret"), AttributeError(), SystemExit()], ids=str)
@pytest.mark.parametrize("make", [described, called])
@pytest.mark.parametrize("is_object", [True, False])
def test_the_others_are_served(
    make: Any, error: BaseException, caplog: pytest.LogCaptureFixture, *, is_object: bool
) -> None:
    registry = Registry()
    cls, raising = make(error)
    registry.add(Good, name="good")
    registry.add(cls(None) if is_object else cls, name="bad")
    raising.is_ready = True
    service = Service(registry, sig_paths=[])
    with caplog.at_level(logging.ERROR):
        shown = names(service)
    if type(error) is AttributeError:
        assert "good" in shown  # Python takes it for a missing one
        return
    assert shown == ["good"]
    assert "raised when it was looked at" in caplog.text
    assert service.call_tool("good", {}, Grants()).payload == {"ok": True}
    with pytest.raises(ContractError, match=r"`bad`.* raised when it was looked at"):
        Service(registry, sig_paths=[], eager=True)


@pytest.mark.parametrize("module", [Odd("odd_module"), ModuleType("odd_module")])
def test_so_it_is_where_the_module_of_a_base_is_odd(
    module: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "odd_module", module)
    if type(module) is ModuleType:
        module.__file__ = "odd\0.py"
    base = type("Base", (Handler,), {"__module__": "odd_module"})

    class Bad(base):  # type: ignore[misc, valid-type] # one that nobody can read
        """A tool."""

    registry = Registry()
    registry.add(Good, name="good")
    registry.add(Bad, name="bad")
    assert names(Service(registry, sig_paths=[])) == ["good"]
