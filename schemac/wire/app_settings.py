"""An app's folder, its configuration and arguments in, the settings it is served with out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from schemac.configuration import find_configuration, read_configuration
from schemac.diagnostics.suggest import did_you_mean
from schemac.wire.setting_values import READERS
from schemac.wire.settings import (
    Layer,
    file_layer,
    layered,
    read_settings,
    settings_of_file,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from schemac.wire.settings import Settings

__all__ = ["settings_of_app"]

_CONFIG: Final = "SCHEMAC_"
_CONFIG_FILE: Final = "SCHEMAC_CONFIG"


def settings_of_app(
    root: Path, config: Mapping[str, object], given: Mapping[str, object], *, eager: bool
) -> tuple[Settings, tuple[Layer, ...]]:
    """Merge the three places, and give them too, the ones that win last.

    The file is found from `root`, or named by `SCHEMAC_CONFIG`; then come the names of `config`
    that begin with `SCHEMAC_`, then what was given. Raises TypeError. `eager` is the default.
    """
    named = config.get(_CONFIG_FILE)
    found = read_configuration(root / str(named)) if named else find_configuration(root)
    ours = [key for key in config if key.startswith(_CONFIG) and key != _CONFIG_FILE]
    configured = {_name(key): config[key] for key in ours}
    filed = settings_of_file(found, root)
    merged = layered(filed, configured, given)
    merged.setdefault("eager", eager)
    return read_settings(merged), (
        *(() if found is None else (file_layer(found, filed),)),
        Layer("app.config", configured, _CONFIG),
        Layer("the blueprint's arguments", given),
    )


def _name(key: str) -> str:
    """Give the setting that a name of `app.config` means. Raises TypeError with that name."""
    name = key.removeprefix(_CONFIG).lower()
    if name not in READERS:
        meant = did_you_mean(name, READERS)
        hint = f"; did you mean `{_CONFIG}{meant.upper()}`?" if meant else ""
        raise TypeError(f"app.config: `{key}` is no setting{hint}")
    return name
