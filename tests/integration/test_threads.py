"""FACES: one workspace, asked from several threads at once; closed; and over an index that is replaced."""

from __future__ import annotations

import shutil
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import kts
from kts.errors import KTSError, NoIndex, UsageError
from kts.workspace import Workspace

PRICES = {
    f"Pier {name}": f"{number}0 crowns" for number, name in enumerate(("Anchor", "Beacon", "Cutter", "Dinghy"), 2)
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    top = tmp_path_factory.mktemp("threads")
    (top / "piers").mkdir()
    for name, price in PRICES.items():
        text = f"# {name}\n\nA boat pays {price} a night at {name}.\n"
        (top / "piers" / f"{name.split()[1].lower()}.md").write_text(text, encoding="utf-8")
    with Workspace.create(str(top)) as workspace:
        workspace.ingest([str(top / "piers")], vectors=False)
    return top


def asked(base, name):
    return base.ask(f"What does a boat pay a night at {name}?", record=False)


def test_faces_a_workspace_answers_several_threads_at_once(folder):
    names = list(PRICES) * 6
    with kts.open(str(folder)) as base:
        alone = {name: asked(base, name) for name in PRICES}
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(lambda name: asked(base, name), names))
    for name, found in zip(names, together, strict=True):
        assert PRICES[name] in found.text
        assert (found.text, found.confidence) == (alone[name].text, alone[name].confidence)


def test_faces_every_part_of_a_workspace_answers_another_thread(folder):
    with kts.open(str(folder)) as base:
        calls = (
            lambda: [one.citation.path for one in base.search("boat night").results],
            lambda: [one.claim.support for one in base.check(["A boat pays 20 crowns at Pier Anchor."])],
            lambda: base.status().documents,
            base.files,
            lambda: base.documents().total,
            lambda: base.document_text("anchor.md").text,
            lambda: base.outline("anchor.md"),
            lambda: base.central(limit=3),
            lambda: base.verify(full=True).problems,
            base.content_hash,
        )
        here = [call() for call in calls]
        with ThreadPoolExecutor(3) as pool:
            assert [one.result() for one in [pool.submit(call) for call in calls]] == here


def test_faces_a_thread_for_each_call_opens_no_connection_for_each(folder):
    found = []
    with kts.open(str(folder)) as base:
        for _ in range(12):
            thread = threading.Thread(target=lambda: found.append(base.search("boat night").results[0].citation.path))
            thread.start()
            thread.join()
        assert len(found) == 12
        assert len(base._threads._all) <= 2


def test_faces_what_is_read_in_one_thread_may_be_read_on_in_another(folder):
    with kts.open(str(folder)) as base:
        documents = base.export("documents")
        first = next(documents)
        with ThreadPoolExecutor(1) as pool:
            rest = pool.submit(lambda: list(documents)).result()
        assert len([first, *rest]) == len(PRICES)


def test_faces_a_closed_workspace_answers_no_more(folder):
    base = kts.open(str(folder))
    base.search("boat")
    base.close()
    base.close()
    for call in (
        lambda: base.search("boat"),
        lambda: base.ask("What does a boat pay?"),
        base.status,
        lambda: list(base.check(["A boat pays 20 crowns."])),
        base.documents,
        base.ingest,
        lambda: base.ledger_records(1),
        base.__enter__,
    ):
        with pytest.raises(UsageError, match="closed"):
            call()


def test_faces_a_thread_that_comes_after_the_end_is_refused_too(folder):
    with ThreadPoolExecutor(1) as pool:
        with kts.open(str(folder)) as base:
            assert pool.submit(lambda: asked(base, "Pier Anchor")).result().claims
        with pytest.raises(KTSError, match="closed"):
            pool.submit(lambda: asked(base, "Pier Anchor")).result()


def test_faces_an_index_that_was_deleted_is_asked_no_longer_and_a_new_one_is(tmp_path):
    def index(sentence):
        (tmp_path / "piers").mkdir(exist_ok=True)
        (tmp_path / "piers" / "one.md").write_text(f"# Pier\n\n{sentence}\n", encoding="utf-8")
        with Workspace.create(str(tmp_path)) as workspace:
            workspace.ingest([str(tmp_path / "piers")], vectors=False)

    index("The harbour master is called Ravndal.")
    with kts.open(str(tmp_path)) as base:
        assert "Ravndal" in base.search("harbour master").results[0].hit.passage.text
        shutil.rmtree(tmp_path / ".kts")
        with pytest.raises(NoIndex):
            base.search("harbour master")
        index("The harbour master is called Tellefsen.")
        assert "Tellefsen" in base.search("harbour master").results[0].hit.passage.text
        assert base.status().generation == 1
