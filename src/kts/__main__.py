"""`python -m kts` is the command line."""

from __future__ import annotations

from kts.cli.main import program

program()
