"""`kts --help` against a Python that only imports click: at most 1.3 times the CPU time."""

from __future__ import annotations

import sys
from statistics import median

from measure import KTS, arguments, command_cpu, interleave, report

TARGET = 1.3


def main() -> None:
    """Measure and print the line."""
    options = arguments(__doc__)
    pairs = interleave(
        lambda: command_cpu((*KTS, "--help")),
        lambda: command_cpu((sys.executable, "-c", "import click")),
        repeats=options.repeats or (2, 31)[not options.smoke],
    )
    report(
        {
            "benchmark": "help_start",
            "ratio": pairs.ratio,
            "ours": median(pairs.ours),
            "reference": median(pairs.reference),
            "unit": "CPU s, whole process",
            "target": f"ratio <= {TARGET:g}",
            "met": pairs.ratio <= TARGET,
            "note": "reference: python -c 'import click'",
        },
        options,
    )


if __name__ == "__main__":
    main()
