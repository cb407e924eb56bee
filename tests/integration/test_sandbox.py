"""CONV-5, RELIABILITY: converters run in worker processes that can be killed; one bad file costs its own job only."""

from __future__ import annotations

import hashlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from kts import registry
from kts.config import IngestSettings
from kts.ingest.jobs import MARK, Job, Limits, recipe
from kts.ingest.kit import Kit
from kts.ingest.pipeline import ingest
from kts.ingest.sandbox import ANOTHER_BYTES, STARTING, Sandbox, WorkerFailed, cores
from kts.ingest.take import in_turn
from kts.records import Root
from kts.testing import MemorySources, MemoryTruth
from kts.testing.poison import MockConverter, PagedMockConverter
from kts.types import Scope, SourceFile
from support.command import python
from support.folders import document

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits by signals and groups are POSIX")

SHORT = Limits(cpu_s=1, wall_factor=30.0)
"""A second of processor time, on a machine that may be busy with other things."""
MIB = 1 << 20
PAIR = 2 if sys.platform == "linux" else 1
"""Processes of a worker: the one that forks, which sees no document, and the one that works."""


@pytest.fixture(scope="module")
def kit():
    converters = {name: registry.load("converters", name)() for name in ("csv", "html", "json", "markdown", "text")}
    converters |= {"mock": MockConverter(), "paged": PagedMockConverter()}
    return Kit(converters, registry.load("sectioners", "structure")(), IngestSettings())


@pytest.fixture(scope="module")
def usual(kit):
    """A sandbox with the limits of the product, for all tests whose documents end by themselves."""
    with Sandbox(recipe(kit), workers=1) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def short(kit):
    """A sandbox with a second of processor time."""
    with Sandbox(recipe(kit), workers=1, limits=SHORT) as sandbox:
        yield sandbox


def job(kit, path, content):
    content = content.encode() if isinstance(content, str) else content
    source = SourceFile("docs", path, len(content), 1, hashlib.sha256(content).hexdigest())
    converter = kit.converter_for(content, name=path)
    return Job(source, content, converter, kit.fingerprint(converter))


def mocked(sandbox, text):
    return sandbox.convert(text.encode(), name="a.mock", converter=MockConverter())


def results(sandbox, jobs):
    return [result for _, result in sandbox.through(jobs)]


def in_group(leader):
    """The processes of a worker's group."""
    found = subprocess.run(["ps", "-eo", "pid=,pgid="], capture_output=True, text=True, check=True).stdout
    return {int(line.split()[0]) for line in found.splitlines() if int(line.split()[1]) == leader}


def members(sandbox):
    """All processes of a sandbox."""
    return {pid for leader in sandbox.pids() for pid in in_group(leader)}


def comes_true(condition, *, seconds=10.0):
    """Whether it does in time; asked no more once it has, because a worker may be replaced the next moment."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return found


def gone(pid):
    """Whether the process ends in time; a zombie has."""
    return comes_true(lambda: state(pid) in {"", "Z"})


def state(pid):
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.strip()[:1]


# -- what a document may do to its worker ------------------------------------------------------------------------


def test_conv5_a_worker_gives_what_this_process_gives(kit, usual):
    files = {f"p{number}.md": document(number) for number in range(12)}
    files |= {
        "fees.csv": "name,fee\nNorthmarch,25\n",
        "a.json": '{"cure": [1, 2.50, null]}',
        "ä.txt": "CURE\n\nDays.\r\n",
    }
    files |= {"page.html": "<h1>Cure</h1><p>Thirty <b>days</b></p><img src='data:image/png;base64,iVBORw0KGgo='>"}
    jobs = [job(kit, path, text) for path, text in files.items()]
    assert results(usual, jobs) == [result for _, result in in_turn(jobs, kit=kit)]


@pytest.mark.parametrize(
    ("text", "outcome", "said"),
    [
        ("raise ValueError", "crashed", "ValueError"),
        ("recurse", "crashed", "RecursionError"),
        ("exit 3", "crashed", "exit status 3"),
        ("exit 0", "crashed", "exit status 0"),
        ("abort", "crashed", "SIGABRT"),
        ("signal SIGSEGV", "crashed", "SIGSEGV"),
        ("signal SIGKILL", "memory", "want of memory"),
        ("allocate 4294967296", "memory", "2 GiB"),
        ("garbage", "crashed", ""),
        ("fork", "crashed", "may not do this: os.fork"),
        ("run /bin/true", "crashed", "may not do this: subprocess.Popen"),
        ("", "empty", "no text"),
    ],
)
def test_reliability_whatever_a_converter_does_is_an_outcome(usual, text, outcome, said):
    found = mocked(usual, text)
    assert (found.outcome, found.text) == (outcome, "")
    assert said in found.reason
    assert mocked(usual, "still here").text == "still here"


def test_reliability_processor_time_is_limited(short):
    found = mocked(short, "spin")
    assert (found.outcome, found.reason) == ("timeout", "needed more than 1 s of processor time")


def test_reliability_waiting_is_limited_from_outside(kit):
    with Sandbox(recipe(kit), workers=1, limits=Limits(cpu_s=2, wall_factor=1)) as sandbox:
        found = mocked(sandbox, "sleep 60")
    assert (found.outcome, found.reason) == ("timeout", "did not end within 2 s")


def test_reliability_each_job_has_its_own_time(kit):
    with Sandbox(recipe(kit), workers=1, limits=SHORT) as sandbox:
        texts = [f"sleep 0.{number}" for number in (1, 2, 3)] * 2
        assert [mocked(sandbox, text).outcome for text in texts] == ["ok"] * 6


def test_reliability_what_a_library_prints_harms_nobody(usual):
    assert mocked(usual, "flood 20\nprint hello").outcome == "ok"
    assert mocked(usual, "quiet").text == "quiet"


def test_reliability_memory_is_watched_where_the_system_does_not(kit):
    limits = Limits(watch_memory=True, memory_bytes=300 * MIB)
    with Sandbox(recipe(kit), workers=1, limits=limits) as sandbox:
        found = mocked(sandbox, f"allocate {100 * MIB}\nsleep 1")
        assert found.outcome == "ok"
        found = mocked(sandbox, f"hold {600 * MIB}\nsleep 30")
        assert (found.outcome, "300 MiB" in found.reason) == ("memory", True)


def test_reliability_a_file_is_written_nowhere(usual, tmp_path):
    canary = tmp_path / "canary"
    found = mocked(usual, f"write {canary}")
    assert (found.outcome, "may not do this: open" in found.reason) == ("crashed", True)
    canary.write_text("kept")
    assert mocked(usual, f"remove {canary}").outcome == "crashed"
    assert canary.read_text() == "kept"


def test_reliability_the_temporary_folder_is_private_and_swept(usual):
    name = f"note-{os.getpid()}"
    assert mocked(usual, f"keep {name}").outcome == "ok"
    assert mocked(usual, f"keep {name}").outcome == "ok"
    assert not (Path(tempfile.gettempdir()) / name).exists()


@pytest.mark.parametrize("command", ["connect", "native-connect"])
def test_reliability_nothing_reaches_the_network(usual, command):
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.3)
        host, port = server.getsockname()
        found = mocked(usual, f"{command} {host}:{port}")
        if command == "connect":
            assert (found.outcome, "may not do this: socket" in found.reason) == ("crashed", True)
        elif found.outcome == "ok" and not can_unshare():
            pytest.skip("this system gives ordinary processes no name space; only Python's calls are refused")
        with pytest.raises(TimeoutError):
            server.accept()


def can_unshare():
    asked = "from kts.ingest.confine import without_network; raise SystemExit(not without_network())"
    process = python(asked)
    process.communicate()
    return process.returncode == 0


def test_conv5_an_executable_that_the_parent_named_may_run(kit):
    with Sandbox(recipe(kit, executables=("/bin/true",)), workers=1) as sandbox:
        assert mocked(sandbox, "run /bin/true").outcome == "ok"
        assert mocked(sandbox, "run /bin/sh").outcome == "crashed"


def test_reliability_a_child_does_not_outlive_the_sandbox(kit):
    with Sandbox(recipe(kit), workers=1) as sandbox:
        assert mocked(sandbox, "quiet").outcome == "ok"
        before = members(sandbox)
        assert mocked(sandbox, "native-fork 600").outcome == "ok"
        group = members(sandbox)
        assert len(group - before) == 1
    assert all(gone(pid) for pid in group)


# -- workers: one job lost, order kept, replaced ------------------------------------------------------------------


def test_reliability_a_file_that_broke_a_used_worker_is_tried_in_a_fresh_one(kit):
    with Sandbox(recipe(kit), workers=1) as sandbox:
        texts = ["first", "unless-fresh", "last"]
        assert [mocked(sandbox, text).outcome for text in texts] == ["ok"] * 3


def test_reliability_one_bad_file_of_many_asked_together_costs_one(kit, usual):
    texts = [f"number {number}" for number in range(24)]
    for at, text in ((0, "abort"), (7, "garbage"), (15, "raise ValueError"), (23, "exit 0")):
        texts[at] = text
    found = results(usual, [job(kit, f"{number}.mock", text) for number, text in enumerate(texts)])
    outcomes = [result.outcome for result in found]
    assert [at for at, outcome in enumerate(outcomes) if outcome != "ok"] == [0, 7, 15, 23]
    assert all(
        result.document.text == text for result, text in zip(found, texts, strict=True) if result.outcome == "ok"
    )
    assert ["SIGABRT" in found[0].reason, "status 0" in found[23].reason] == [True, True]


def test_reliability_the_time_of_a_bad_file_is_not_that_of_those_asked_with_it(kit, short):
    texts = ["first", "sleep 0.2\nsecond", "spin", "last"]
    found = results(short, [job(kit, f"{number}.mock", text) for number, text in enumerate(texts)])
    assert [result.outcome for result in found] == ["ok", "ok", "timeout", "ok"]


def test_reliability_a_file_that_lies_about_where_it_was_harms_no_other(kit, usual):
    texts = ["first", f"write {MARK}\nabort", "third", "fourth", "fifth"]
    found = results(usual, [job(kit, f"{number}.mock", text) for number, text in enumerate(texts)])
    assert [result.outcome for result in found] == ["ok", "crashed", "ok", "ok", "ok"]


def test_conv5_results_come_in_the_order_of_the_files(kit):
    texts = [f"sleep {0.3 if number % 5 == 0 else 0}\nnumber {number}" for number in range(20)]
    with Sandbox(recipe(kit), workers=3, limits=SHORT) as sandbox:
        steps = [step for number, text in enumerate(texts) for step in (number, job(kit, f"{number}.mock", text))]
        found = list(sandbox.through(steps))
    assert [step for step, _ in found] == steps
    assert [result.document.text for _, result in found if result] == texts
    assert [result for step, result in found if isinstance(step, int)] == [None] * 20


@pytest.mark.parametrize("limits", [Limits(recycle_files=3), Limits(recycle_bytes=MIB)])
def test_conv5_a_worker_is_replaced_after_so_much(kit, limits):
    with Sandbox(recipe(kit), workers=1, limits=limits) as sandbox:
        assert mocked(sandbox, "quiet").outcome == "ok"
        assert comes_true(lambda: len(members(sandbox)) == PAIR)
        before = members(sandbox)
        assert [mocked(sandbox, "quiet").outcome for _ in range(3)] == ["ok"] * 3
        assert comes_true(lambda: len(members(sandbox)) == PAIR and members(sandbox) != before)
        assert mocked(sandbox, "quiet").outcome == "ok"


def test_conv5_a_worker_that_is_not_spent_goes_on(usual):
    mocked(usual, "quiet")
    before = members(usual)
    mocked(usual, "quiet")
    assert members(usual) == before != set()


def test_conv5_another_worker_is_started_at_once_for_much_and_not_for_little(kit):
    def at_work(count, size):
        jobs = [job(kit, f"{number}.mock", f"{number} {'x' * size}") for number in range(count)]
        with Sandbox(recipe(kit), workers=2) as sandbox:
            steps = sandbox.through(jobs)
            next(steps)
            workers = len(sandbox.pids())
            return workers, 1 + sum(result.outcome == "ok" for _, result in steps)

    assert at_work(30, ANOTHER_BYTES // 10) == (2, 30)
    assert at_work(30, 100) == (1, 30)


def test_conv5_files_that_are_asked_for_one_after_the_other_take_one_worker(kit):
    with Sandbox(recipe(kit), workers=4) as sandbox:
        for number in range(6):
            assert mocked(sandbox, f"{number} {'x' * ANOTHER_BYTES}").outcome == "ok"
        assert len(sandbox.pids()) == 1


def test_conv5_workers_start_when_those_before_them_have_started(kit):
    jobs = [job(kit, f"{number}.mock", f"sleep 0.1\n{number} {'x' * MIB}") for number in range(16)]
    with Sandbox(recipe(kit), workers=4) as sandbox:
        seen = []
        for _, result in sandbox.through(watched(jobs, sandbox, seen)):
            assert result.outcome == "ok"
            seen.append(len(sandbox.pids()))
    asked = seen[: len(jobs)]
    assert max(asked) <= 1 + STARTING, "all are asked for before any worker is ready"
    assert max(seen) > 1 + STARTING, "and further ones come while there is work"


def watched(jobs, sandbox, seen):
    for one in jobs:
        yield one
        seen.append(len(sandbox.pids()))


@pytest.mark.parametrize(
    ("quota", "most"), [("100000 100000", 1), ("50000 100000", 1), ("max 100000", None), ("", None), (None, None)]
)
def test_conv5_a_container_has_workers_for_its_share_of_the_processors(tmp_path, quota, most):
    place = tmp_path / "cpu.max"
    if quota is not None:
        place.write_text(f"{quota}\n")
    assert cores(place) == (most or cores(tmp_path / "none"))
    place.write_text("6400000 100000\n")
    assert cores(place) == min(64, cores(tmp_path / "none"))


def test_conv5_nothing_to_convert_starts_nothing(kit):
    with Sandbox(recipe(kit)) as sandbox:
        assert list(sandbox.through([1, 2, 3])) == [(1, None), (2, None), (3, None)]
        assert sandbox.pids() == ()


def test_conv5_a_worker_that_is_started_early_is_the_one_that_works(kit):
    with Sandbox(recipe(kit), workers=2) as sandbox:
        sandbox.begin()
        end = time.monotonic() + 60
        while not sandbox.pids() and time.monotonic() < end:
            time.sleep(0.01)
        (early,) = sandbox.pids()
        assert mocked(sandbox, "quiet").outcome == "ok"
        assert sandbox.pids() == (early,)
    with Sandbox(recipe(kit), workers=2) as sandbox:
        sandbox.begin()  # and nothing to do
    assert sandbox.pids() == ()


def test_conv5_a_worker_that_cannot_start_is_no_fault_of_a_file(kit):
    broken = recipe(kit)._replace(sectioner=("kts.no.such:Thing", {}))
    with Sandbox(broken, workers=1) as sandbox, pytest.raises(WorkerFailed, match="no worker") as failed:
        mocked(sandbox, "quiet")
    assert "kts.no" in failed.value.hint


def paged(kit, *pages):
    return job(kit, "book.paged", "\f".join(pages))


def test_conv5_a_book_in_parts_is_the_same_book(kit, usual):
    book = paged(kit, *(f"page {number}" for number in range(1, 66)))
    assert results(usual, [book]) == [result for _, result in in_turn([book], kit=kit)]


def test_reliability_a_bad_page_costs_its_part_of_a_book(kit, short):
    pages = [f"page {number}" for number in range(1, 66)]
    pages[29], pages[64] = "spin", "exit 4"
    (found,) = results(short, [paged(kit, *pages)])
    assert found.outcome == "partial"
    assert found.reason == (
        "pages 21 to 40: needed more than 1 s of processor time; "
        "pages 61 to 65: its converter ended without a result (exit status 4)"
    )
    assert "page 20" in found.document.text
    assert "page 41" in found.document.text
    assert "page 21" not in found.document.text


def test_reliability_the_time_of_a_book_is_that_of_its_parts(kit):
    limits = SHORT._replace(file_cpu_s=2)
    with Sandbox(recipe(kit), workers=1, limits=limits) as sandbox:
        (found,) = results(sandbox, [paged(kit, *(["spin"] * 200))])
    assert found.outcome == "timeout"


# -- the whole way ----------------------------------------------------------------------------------------------


def ingested(kit, files, sandbox, truth=None, **given):
    truth = truth or MemoryTruth([Root("docs", "/docs", "tree")])
    report = ingest(
        Scope("docs"),
        truth=truth,
        sources=MemorySources({"docs": files}),
        kit=kit,
        again=False,
        progress=given.get("progress", lambda _done, _total, _taken: None),
        confirm=lambda _gone, _known: True,
        follow=lambda _generation: None,
        sandbox=sandbox and (lambda: sandbox),
    )
    return report, truth


def test_reliability_three_poisonous_files_of_twenty_cost_three(kit):
    files = {f"p{number:02d}.md": document(number).encode() for number in range(17)}
    files |= {"p03.mock": b"abort", "p09.mock": b"exit 3", "p16.mock": b"spin"}
    with Sandbox(recipe(kit), workers=2, limits=SHORT) as sandbox:
        report, truth = ingested(kit, files, sandbox)
    assert (report.found, report.indexed, report.failed) == (20, 17, 3)
    assert {line.path: line.outcome for line in report.files} == {
        "p03.mock": "crashed",
        "p09.mock": "crashed",
        "p16.mock": "timeout",
    }
    good = {path: content for path, content in files.items() if path.endswith(".md")}
    _, alone = ingested(kit, good, None)
    assert [record.path for record in truth.corpus().documents()] == sorted(good)
    assert truth.manifest("docs").keys() == files.keys()
    assert list(truth.changes()) == list(alone.changes())


def test_reliability_a_bad_new_version_keeps_the_old_one(kit, usual):
    _, truth = ingested(kit, {"a.mock": b"sound"}, usual)
    report, _ = ingested(kit, {"a.mock": b"abort"}, usual, truth)
    row = truth.manifest("docs")["a.mock"]
    assert (report.failed, row.outcome, row.stale) == (1, "crashed", True)
    assert [record.path for record in truth.corpus().documents()] == ["a.mock"]


HANGING = """
import sys
from kts import registry
from kts.config import IngestSettings
from kts.ingest.jobs import recipe
from kts.ingest.kit import Kit
from kts.ingest.sandbox import Sandbox
from kts.testing.poison import MockConverter

mock = MockConverter()
kit = Kit({"mock": mock}, registry.load("sectioners", "structure")(), IngestSettings())
with Sandbox(recipe(kit), workers=1) as sandbox:
    sandbox.convert(b"quiet", name="a.mock", converter=mock)
    (worker,) = sandbox.pids()
    print(worker, flush=True)
    sys.stdin.readline()
    sandbox.convert(b"native-fork 600\\nsleep 600", name="b.mock", converter=mock)
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, -2), (signal.SIGKILL, -9), (signal.SIGTERM, -15)])
def test_reliability_a_parent_that_ends_leaves_no_worker(number, code):
    parent = python(HANGING)
    worker = int(parent.stdout.readline())
    before = in_group(worker)
    parent.stdin.write("go on\n")
    parent.stdin.flush()
    assert comes_true(lambda: in_group(worker) > before), "the document's own child is there"
    group = in_group(worker)
    parent.send_signal(number)
    parent.communicate(timeout=60)
    assert parent.returncode == code
    assert len(group) > 1
    assert all(gone(pid) for pid in group)


def test_conv5_a_converter_is_found_whatever_the_key_it_is_registered_under(kit):
    """The key is whoever registers it to choose; a job knows the converter's own name only."""
    named = Kit({"acme-notes": kit.converters["text"]}, kit.sectioner, kit.settings)
    with Sandbox(recipe(named), workers=1) as sandbox:
        found = sandbox.convert(b"The fee is ten euros.", name="a.txt", converter=kit.converters["text"])
    assert (found.outcome, found.reason) == ("ok", "")


def test_conv5_only_converters_that_files_ask_for_are_imported(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "one.md").write_text(document(1), encoding="utf-8")
    program = (
        "import sys\nfrom kts.cli.main import run\n"
        "run(['ingest', sys.argv[1], '--kb', sys.argv[2], '--json', '--no-vectors'])\n"
        "print([n for n in sys.modules if n.startswith('kts.ingest.convert.') and n.endswith('.converter')])"
    )
    isolated = {"KTS_INGEST_ISOLATED": "1"}
    out, err = python(program, tmp_path / "docs", tmp_path / "kb", env=isolated).communicate()
    assert '"indexed": 1' in out
    assert out.splitlines()[-1] == "[]", err
