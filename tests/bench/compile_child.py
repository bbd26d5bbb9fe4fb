"""What to do and a folder in, the processor's seconds that it took out; imports aside."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def _sources(folder: Path) -> Callable[[], object]:
    from schemac.compiler import CompileOptions, compile_paths  # noqa: PLC0415 - one side only

    options = CompileOptions(root=folder, sig_paths=(folder / "sig",))

    def work() -> object:
        compilation = compile_paths((folder / "handlers.py",), options)
        if compilation.errors:
            raise RuntimeError(compilation.errors[0].message)
        return compilation

    return work


def _models(folder: Path) -> Callable[[], object]:
    import pydantic  # noqa: F401, PLC0415 - the same

    code = compile(
        (folder / "models.py").read_text("utf-8"), "models.py", "exec", dont_inherit=True
    )

    def work() -> object:
        module: Any = ModuleType("models")
        sys.modules["models"] = module
        exec(code, vars(module))  # noqa: S102 - our own text
        return [model.model_json_schema() for model in module.MODELS]

    return work


def _service(folder: Path, *, plan: bool) -> Callable[[], object]:
    from schemac.service import Service  # noqa: PLC0415 - the same
    from tests.bench.serving import handlers  # noqa: PLC0415 - the same

    registry = handlers(folder).registry
    settings: dict[str, object] = {"plan": str(folder / "plan.json")} if plan else {}
    return lambda: Service(registry, sig_paths=[str(folder / "sig")], eager=True, **settings)


_WORK: dict[str, Callable[[Path], Callable[[], object]]] = {
    "sources": _sources,
    "models": _models,
    "from-sources": lambda folder: _service(folder, plan=False),
    "from-plan": lambda folder: _service(folder, plan=True),
}


def _main(what: str, folder: str) -> None:
    work = _WORK[what](Path(folder))
    started = time.process_time()
    kept = work()
    took = time.process_time() - started
    del kept
    print(json.dumps(took))  # noqa: T201 - its answer


if __name__ == "__main__":
    _main(*sys.argv[1:])
