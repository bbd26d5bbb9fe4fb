from __future__ import annotations

from schemac.diagnostics import catalog


def test_every_code_stands_in_the_catalogue_once() -> None:
    """A second row would silently change how bad the first one is."""
    codes = [row[0] for row in (*catalog._ERRORS, *catalog._WARNINGS)]
    assert codes == list(dict.fromkeys(codes))
    assert len(codes) == len(catalog.CATALOG)
