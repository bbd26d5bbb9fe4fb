"""A page in, functions that take and give what its caller may, written by hand for that one page.

They test the type of each value once, make each container once, note nothing of what they leave
out, have the engine judge what is left, and know of nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.page import Page

__all__ = ["by_hand"]


def by_hand(page: Page) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """Give functions for the member's arguments and for their result; they raise for any other."""
    takes, gives = page.accepts._validator, page.projects._validator
    takes.is_valid(None), gives.is_valid(None)
    are_fit, is_fit = takes._built.is_valid, gives._built.is_valid  # type: ignore[union-attr]

    def accept(given: Any) -> Any:
        taken = _arguments(given)
        if not are_fit(taken):
            raise TypeError
        return taken

    def project(given: Any) -> Any:
        made = _result(given)
        if not is_fit(made):
            raise TypeError
        return made

    return accept, project


def _arguments(given: Any) -> Any:
    for each in (given["applicant_id"], given["workflow_id"], given["note"], given["priority"]):
        if type(each) is not str:
            raise TypeError
    tags, labels, place = given["tags"], given["labels"], given["place"]
    for each in tags:
        if type(each) is not str:
            raise TypeError
    for key, each in labels.items():
        if type(key) is not str or type(each) is not str:
            raise TypeError
    assignee, limit = given["assignee"], given["limit"]
    notify, factor = given["notify"], given["factor"]
    if type(assignee) is not str or type(limit) is not int or type(notify) is not bool:
        raise TypeError
    if type(factor) is not float:
        raise TypeError
    return {
        "applicant_id": given["applicant_id"],
        "workflow_id": given["workflow_id"],
        "note": given["note"],
        "priority": given["priority"],
        "tags": tags[:],
        "labels": labels.copy(),
        "place": _place(place),
        "assignee": assignee,
        "limit": limit,
        "notify": notify,
        "factor": factor,
    }


def _place(given: Any) -> Any:
    city, street, floor = given["city"], given["street"], given["floor"]
    if type(city) is not str or type(street) is not str or type(floor) is not int:
        raise TypeError
    return {"city": city, "street": street, "floor": floor}


def _result(given: Any) -> Any:
    rows = []
    for row in given["rows"]:
        number, label = row["id"], row["label"]
        if type(number) is not int or type(label) is not str:
            raise TypeError
        rows.append({"id": number, "label": label})
    if type(given["ok"]) is not bool or type(given["message"]) is not str:
        raise TypeError
    return {
        "ok": given["ok"],
        "message": given["message"],
        "rows": rows,
        "first_0": _person(given["first_0"]),
        "first_1": _site(given["first_1"]),
        "first_2": _person(given["first_2"]),
        "other_0": _person(given["other_0"]),
        "other_1": _site(given["other_1"]),
        "other_2": _person(given["other_2"]),
    }


def _person(given: Any) -> Any:
    name, status, score, history = given["name"], given["status"], given["score"], given["history"]
    if type(name) is not str or type(status) is not str or type(given["id"]) is not str:
        raise TypeError
    if type(score) is not int or type(history) is not list:
        raise TypeError
    for each in history:
        if type(each) is not str:
            raise TypeError
    own, kept = given["id"], history[:]
    return {"id": own, "name": name, "status": status, "score": score, "history": kept}


def _site(given: Any) -> Any:
    name, status, origin = given["name"], given["status"], given["origin"]
    if type(name) is not str or type(status) is not str or type(given["id"]) is not str:
        raise TypeError
    if type(origin) is not str:
        raise TypeError
    return {"id": given["id"], "name": name, "status": status, "origin": origin}
