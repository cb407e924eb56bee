"""Two minutes with the sample folder: read it, ask, look a code up, say how to do the same with one's own.

Runs the commands a person would type, and shows them. The index goes to `.kts` in this folder, as it would
for anyone who types `kts ingest samples` here; a second run finds everything unchanged.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = (
    "How much is the late charge on an overdue loan payment, and is it capped?",
    "Who may approve a wire release, and from which amount are two people needed?",
    "What is the cut-off time for same-day posting in Tessaro 7.4?",
    "What is the cut-off time for same-day posting in Tessaro 8.2?",  # there is no such version: nothing is made up
    "How long must records of Northmarch loans be kept?",
)
CODE = "DVL_AUTH_423"
SOME_FILES_FAILED = 3
"""Exit status of an ingest that finished; the samples hold an encrypted file on purpose."""


def run(*words: str, accepted: tuple[int, ...] = (0,)) -> None:
    """Show the command as a person would type it, run it, and stop the demo when it fails."""
    shown = " ".join(f'"{word}"' if " " in word else word for word in words)
    print(f"\n$ kts {shown}", flush=True)
    status = subprocess.run([sys.executable, "-m", "kts", *words], cwd=ROOT, check=False).returncode
    if status not in accepted:
        sys.exit(status)


def main() -> None:
    """Ingest, five questions, a code, and the line for the reader's own folder."""
    run("ingest", "samples", accepted=(0, SOME_FILES_FAILED))
    for question in QUESTIONS:
        run("ask", question)
    run("search", CODE, "-k", "2")
    kts = Path(sys.executable).parent / "kts"
    print("\nThe same for a folder of yours (the index goes into .kts inside it; your files are only read):\n")
    print(f'  cd PATH/TO/YOUR/FOLDER && "{kts}" ingest . && "{kts}" ask "your question"')


if __name__ == "__main__":
    main()
