from __future__ import annotations

import pytest

from schemac import Handler, Registry
from schemac.runtime.errors import ContractError, DuplicateToolError


class Orders(Handler):
    def call(self) -> None: ...


def names(registry: Registry) -> list[str]:
    return [tool.name for tool in registry.tools()]


def test_a_producer_runs_at_the_first_read_and_once() -> None:
    registry = Registry()
    runs: list[int] = []

    @registry.producer
    def produce(into: Registry) -> None:
        runs.append(1)
        into.add(Orders, name="minted")

    registry.add(Orders, name="own")
    assert runs == []
    assert names(registry) == ["own", "minted"]
    assert names(registry) == ["own", "minted"]
    assert runs == [1]


def test_a_producer_may_take_nothing_and_register_where_it_likes() -> None:
    registry = Registry()
    registry.producer(lambda: registry.add(Orders, name="minted"))
    assert names(registry) == ["minted"]


def test_a_producer_mints_again_after_a_reload_and_what_it_left_out_goes() -> None:
    registry = Registry()
    wanted = ["a", "b"]

    @registry.producer
    def produce(into: Registry) -> None:
        for name in wanted:
            into.add(Orders, name=name)

    registry.add(Orders, name="own")
    assert names(registry) == ["own", "a", "b"]
    wanted[:] = ["b", "c"]
    assert names(registry) == ["own", "a", "b"]
    registry.reload()
    assert names(registry) == ["own", "b", "c"]


def test_a_producer_that_mints_a_name_twice_alike_is_idempotent_and_otherwise_an_error() -> None:
    registry = Registry()
    other: list[object] = [Orders]

    @registry.producer
    def produce(into: Registry) -> None:
        into.add(Orders, name="a")
        into.add(other[0], name="a")

    assert names(registry) == ["a"]
    other[0] = Orders(None)
    registry.reload()
    with pytest.raises(DuplicateToolError):
        registry.tools()


def test_a_producer_cannot_take_a_name_that_is_not_its_own() -> None:
    registry = Registry()
    registry.add(Orders, name="own")
    registry.producer(lambda into: into.add(Orders, name="own"))
    with pytest.raises(DuplicateToolError):
        registry.tools()


def test_what_a_producer_raises_is_raised_and_it_is_tried_again_with_nothing_left_behind() -> None:
    registry = Registry()
    broken = [True]

    @registry.producer
    def produce(into: Registry) -> None:
        into.add(Orders, name="first")
        if broken[0]:
            raise OSError("no database")
        into.add(Orders, name="second")

    for _ in range(2):
        with pytest.raises(OSError, match="no database"):
            registry.tools()
    broken[0] = False
    assert names(registry) == ["first", "second"]


def test_the_version_grows_with_each_change_and_not_with_reading() -> None:
    registry = Registry()
    seen = [registry.version]
    registry.add(Orders, name="a")
    seen.append(registry.version)
    registry.tools()
    assert registry.version == seen[-1]
    registry.producer(lambda into: into.add(Orders, name="b"))
    seen.append(registry.version)
    registry.tools()
    seen.append(registry.version)
    registry.tools()
    assert registry.version == seen[-1]
    registry.reload()
    seen.append(registry.version)
    assert seen == sorted(set(seen))


@pytest.fixture
def shop() -> Registry:
    registry = Registry()
    registry.add(Orders, name="orders_list", read_only=True)
    registry.add(Orders, name="orders_delete")
    registry.add(Orders, name="orders_secret", internal=True)
    registry.add(Orders, name="stock_list", read_only=True)
    return registry


def test_a_selection_includes_excludes_and_leaves_internal_tools_out(shop: Registry) -> None:
    assert names(shop) == ["orders_list", "orders_delete", "orders_secret", "stock_list"]
    assert names(shop.select()) == ["orders_list", "orders_delete", "stock_list"]
    assert names(shop.select(include=["orders_*"])) == ["orders_list", "orders_delete"]
    assert names(shop.select(include="orders_*", exclude="*_delete")) == ["orders_list"]
    assert names(shop.select(read_only=True)) == ["orders_list", "stock_list"]
    assert names(shop.select(read_only=False)) == ["orders_delete"]


def test_an_internal_tool_is_selected_by_its_exact_name_only(shop: Registry) -> None:
    assert names(shop.select(include=["*"])) == ["orders_list", "orders_delete", "stock_list"]
    assert names(shop.select(include=["orders_secret"])) == ["orders_secret"]
    assert names(shop.select(include=["orders_secret"], exclude=["orders_*"])) == []
    assert names(shop.select(include=["orders_secre?"])) == []


def test_a_selection_renames_follows_its_source_and_takes_no_tools(shop: Registry) -> None:
    selected = shop.select(include=["stock_*"], prefix="myapp_")
    assert names(selected) == ["myapp_stock_list"]
    before = selected.version
    shop.add(Orders, name="stock_count")
    assert names(selected) == ["myapp_stock_list", "myapp_stock_count"]
    assert selected.version > before
    with pytest.raises(ContractError, match="cannot be registered in a selection"):
        selected.add(Orders, name="x")
    with pytest.raises(ContractError, match="cannot be the name"):
        names(shop.select(prefix="my app "))


def test_a_selection_shares_middlewares(shop: Registry) -> None:
    selected = shop.select()
    used = shop.use(lambda call, call_next: call_next(call))
    assert selected.middleware == [used]
    shop.middleware.clear()
    assert selected.middleware == []


def test_what_cannot_be_called_is_no_middleware_and_no_producer() -> None:
    registry = Registry()
    with pytest.raises(ContractError):
        registry.use(5)  # type: ignore[arg-type] # that is the point
    with pytest.raises(ContractError):
        registry.producer(5)


def test_a_selection_takes_no_producer_that_would_never_run(shop: Registry) -> None:
    with pytest.raises(ContractError, match="selection"):
        shop.select(include="orders_*").producer(lambda into: into)
