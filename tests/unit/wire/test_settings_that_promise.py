"""A setting is refused where it could not be kept: nothing is silently accepted."""

from __future__ import annotations

import flask
import pytest

from schemac import Registry, Service
from schemac.flask import blueprint
from schemac.wire.settings import read_settings

WORDS = "`explorer` is not available in this version: leave it out"


def test_the_explorer_is_refused_wherever_it_is_asked_for() -> None:
    with pytest.raises(TypeError) as caught:
        Service(Registry(), explorer=True)
    assert str(caught.value) == WORDS
    made = blueprint(context=lambda _: None, registry=Registry(), explorer=True)
    with pytest.raises(TypeError) as caught:
        flask.Flask("hall").register_blueprint(made)
    assert str(caught.value) == WORDS
    app = flask.Flask("hall")
    app.config["SCHEMAC_EXPLORER"] = True
    with pytest.raises(TypeError) as caught:
        app.register_blueprint(blueprint(context=lambda _: None, registry=Registry()))
    assert str(caught.value) == WORDS


@pytest.mark.parametrize("value", [False, None])
def test_doing_without_the_explorer_is_fine(value: object) -> None:
    assert read_settings({"explorer": value}).explorer is value


@pytest.mark.parametrize(
    "value",
    [
        {"x": object()},
        {"x": float("nan")},
        {"x": "\ud800"},
        {"x": {1, 2}},
        {"resource": None},
        {"resource": 5},
        {1: "x"},
        ["x"],
        "x",
    ],
)
def test_metadata_that_could_not_be_published_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="resource_metadata"):
        read_settings({"resource_metadata": value})
