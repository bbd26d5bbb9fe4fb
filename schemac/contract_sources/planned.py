"""A plan file in, contracts for the registered tools out, if the plan is really theirs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from schemac.contract_sources.watching import Watch
from schemac.plan.collector import collector_paused
from schemac.regular import read_regular_text
from schemac.runtime.contracts import Contracts
from schemac.runtime.errors import StalePlanError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from schemac.plan.declaration import ToolDeclaration
    from schemac.plan.model import Plan

__all__ = ["PlanContracts"]

_MOST_REASONS = 20


class PlanContracts:
    """Contracts from a plan file, which is read again whenever they are asked for.

    `sig_paths` are the folders in which signature files are looked for, if they are there.
    """

    def __init__(self, file: Path, sig_paths: Sequence[Path] = ()) -> None:
        self._file = file
        self._sig_paths = tuple(sig_paths)
        self._watch = Watch()

    def contracts(self, declarations: Sequence[ToolDeclaration]) -> Contracts:
        """Read the plan and hold it against the tools, and against the sources that are here.

        Raises PlanFormatError where it cannot be read, StalePlanError where it is not theirs.
        """
        from schemac.contract_sources.staleness import (  # noqa: PLC0415 - only with a plan
            Present,
            stale_tools,
        )

        begun = time.time_ns()
        present = Present(self._sig_paths)
        with collector_paused():
            plan = _read(self._file)
            reasons = stale_tools(plan, declarations, present)
        self._watch.remember((self._file, *present.files), begun)
        if reasons:
            raise StalePlanError(_told(self._file, reasons))
        return Contracts(plan, fixed=True)

    def changed(self) -> bool:
        """Say whether the plan, or a source that it was held against, holds something else now."""
        return self._watch.changed()


def _read(file: Path) -> Plan:
    from schemac.plan.codec import PlanFormatError, decode  # noqa: PLC0415 - the same

    try:
        return decode(read_regular_text(file))
    except OSError as error:
        raise PlanFormatError(f"{file}: the plan cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PlanFormatError(f"{file}: The plan is damaged: it is no UTF-8.") from None
    except PlanFormatError as error:
        raise PlanFormatError(f"{file}: {error}") from None
    except ValueError as error:  # a name that no file can have
        raise PlanFormatError(f"{str(file)!r}: the plan cannot be read: {error}") from None


def _told(file: Path, reasons: Sequence[str]) -> str:
    shown = [f"- {reason}" for reason in reasons[:_MOST_REASONS]]
    rest = len(reasons) - len(shown)
    more = [f"- and {rest} more"] if rest else []
    head = f"the plan {file} is not the plan of these tools; `schemac build` makes a new one."
    return "\n".join([head, *shown, *more])
