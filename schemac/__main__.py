"""`python -m schemac`: the same as the command `schemac`."""

from __future__ import annotations

from schemac.cli import main

if __name__ == "__main__":
    main(prog_name="schemac")
