"""A brief command leaves its process at once: nothing that it printed is lost, and its code is the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import atexit, sys, threading, time
from kts.cli import main
atexit.register(lambda: print("at exit"))
{before}
main.run = lambda arguments: print("x" * 100_000) or {code}
sys.argv = ["kts", "{command}"]
main.program()
"""


def left(command: str, *, code: int = 3, before: str = "", repository) -> subprocess.CompletedProcess[str]:
    program = PROGRAM.format(command=command, code=code, before=before)
    return subprocess.run(
        [sys.executable, "-c", program], cwd=repository / "src", capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", ["search", "ask", "status", "ingest"])
def test_what_was_printed_and_the_code_are_kept(command, repository):
    done = left(command, repository=repository)
    assert (done.returncode, len(done.stdout), done.stderr) == (3, 100_001 + len("at exit\n"), "")


def test_a_thread_that_is_at_work_is_waited_for(repository):
    before = "threading.Thread(target=lambda: (time.sleep(0.3), print('worked'))).start()"
    assert "worked\n" in left("search", before=before, repository=repository).stdout


def test_output_that_cannot_be_written_is_an_error(repository):
    done = left("search", code=0, before="sys.stdout = open('/dev/full', 'w')", repository=repository)
    assert done.returncode == 120 or "No space" in done.stderr
