"""A plan that its sources have left behind is refused, with all that differs."""

from __future__ import annotations

import pytest

from schemac import Service
from schemac.runtime.errors import StalePlanError
from tests.unit.contract_sources import shops
from tests.unit.contract_sources.shops import STAGE, Shop

shop = pytest.fixture(shops.shop)
MOVE = "- `move` (shop_tools.py:7)"
TOTAL = "- `total` (shop_tools.py:20)"
CHANGED = "has other annotations than there: `{}` has changed"
GATES = "has other gates than there"
NEEDS_DEFAULT = "its `call` needs a default for `stage`, which may be absent or hidden"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("{ total: Integer }", "{ total: Number }", [f"{MOVE} {CHANGED}", f"{TOTAL} {CHANGED}"]),
        ('requires="manage | admin"', 'requires="manage"', [f"{MOVE} {GATES}"]),
        ('requires="manage | admin"', 'requires="manage & admin"', [f"{MOVE} {GATES}"]),
        ('requires="manage | admin"', 'requires="manage |"', [f"{MOVE} {GATES}"]),
        ('requires="manage | admin"', 'gates={"tier": "gold"}', [f"{MOVE} {GATES}"]),
        (', requires="manage | admin"', "", [f"{MOVE} {GATES}"]),
        ('@registry.tool("total")', '@registry.tool("total", requires="x")', [f"{TOTAL} {GATES}"]),
        (
            '@registry.tool("total")',
            '@registry.tool("sum")',
            ["- `sum` (shop_tools.py:20) is not in it"],
        ),
        (
            "def total():",
            "def other():",
            [f"{MOVE} {CHANGED}", f"{TOTAL} has another handler than there"],
        ),
        (
            "from shop_base import Base",
            "from shop_base import Other as Base",
            [f"{MOVE} inherits from other classes than there"],
        ),
        (
            "id, stage=None",
            "ident, stage=None",
            [f"{MOVE}: its `call` does not take `id` by keyword"],
        ),
        ("id, stage=None", "id, stage", [f"{MOVE}: {NEEDS_DEFAULT}"]),
        (
            "id, stage=None",
            "id, more, stage=None",
            [f"{MOVE}: its `call` needs `more`, which its annotations do not have"],
        ),
    ],
)
def test_a_stale_plan_is_refused(shop: Shop, old: str, new: str, told: list[str]) -> None:
    shop.change("shop_tools.py", old, new)
    assert shop.refused().splitlines() == [line.format("shop_tools.py") for line in told]


def test_changes_in_other_files_are_refused(shop: Shop) -> None:
    shop.change("shop_base.py", "?note: String @requires(:routing)", "?note: String")
    shop.change("sig/stage.sig", "'offer'", "'hired'")
    assert shop.refused().splitlines() == [
        f"{MOVE} {CHANGED.format('shop_base.py')}",
        "- the signature file `stage.sig` has changed",
    ]


def test_a_class_with_annotations_between_is_refused(shop: Shop) -> None:
    shop.change("shop_tools.py", "import Base", "import Base, Other")
    shop.change("shop_tools.py", "class Move(Base)", "class Move(Other, Base)")
    assert shop.refused() == "- `move` (shop_tools.py:7) inherits from other classes than there"


def test_tools_that_swap_handlers_are_refused(shop: Shop) -> None:
    shop.change("shop_tools.py", ', requires="manage | admin"', "")
    shop.build()
    shop.change("shop_tools.py", '@registry.tool("move"', '@registry.tool("other"')
    shop.change("shop_tools.py", '@registry.tool("total")', '@registry.tool("move")')
    shop.change("shop_tools.py", '@registry.tool("other"', '@registry.tool("total"')
    assert shop.refused().splitlines() == [
        "- `total` (shop_tools.py:7) has another handler than there",
        "- `move` (shop_tools.py:20) has another handler than there",
    ]


def test_a_file_that_shadows_a_signature_file_is_refused(shop: Shop) -> None:
    shop.write("near/stage.sig", STAGE.replace("offer", "hired"))
    with pytest.raises(StalePlanError, match=r"the signature file `stage\.sig` has changed"):
        Service(
            shop.registry(),
            plan=shop.plan,
            sig_paths=[shop.folder / "near", shop.sig],
            eager=True,
        )
    shop.write("sig/stage.sig", STAGE + "# more\n")
    (shop.sig / "stage.sig").rename(shop.sig / "stage.pyi")
    assert shop.refused() == "- the signature file `stage.sig` has changed"


def test_an_imported_file_counts_where_it_is_not_used(shop: Shop) -> None:
    shop.write("sig/more.sig", "type unused = 1\n")
    shop.change(
        "shop_base.py", "?note: String @requires", "?more: nil }\n    #: import more\n    # @"
    )
    shop.build()
    shop.serve()
    shop.write("sig/more.sig", "type unused = 1\ntype stage = 2\n")
    assert shop.refused() == "- the signature file `more.sig` has changed"
