"""CRAWL-5, CONV-5, EMB-1: the stage that gives texts their vectors, over a truth in memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.config import EmbedSettings
from kts.errors import MissingModel, UsageError
from kts.ingest.vectors import FIRST, STEP, embed
from kts.records import Root
from kts.testing import MemoryTruth, manifest_row, prepared
from kts.testing.embedder import HashEmbedder
from kts.testing.vectortruth import MemoryVectorTruth
from kts.types import Batch

SMALL = EmbedSettings(batch=2)


class Strange(HashEmbedder):
    """Refuses texts that hold a word, with an error of a kind; notes how many texts it is given at once."""

    def __init__(self, word="", error=ValueError, **options):
        super().__init__(**options)
        self.word, self.error, self.steps = word, error, []

    def embed_documents(self, texts):
        self.steps.append(len(texts))
        if self.word and any(self.word in text for text in texts):
            message = f"cannot embed {self.word}"
            raise self.error(message)
        return super().embed_documents(texts)


def stored(*documents):
    truth = MemoryTruth([Root("docs", "/docs", "tree")])
    keys = tuple(truth.stage(document) for document in documents)
    truth.commit(Batch("docs", "ingest", staged=keys, files=tuple(manifest_row(document) for document in documents)))
    return truth


def numbered(count, *, language="en"):
    return [prepared(f"{n:03d}.md", f"# Rule {n}\n\nThe rule number {n}.\n", language=language) for n in range(count)]


def run(truth, embedder, settings=SMALL, follow=lambda _: None, progress=lambda _: None):
    vectors = MemoryVectorTruth(truth, embedder)
    return embed(truth=vectors, embedder=embedder, settings=settings, progress=progress, follow=follow)


def test_emb_every_document_gets_its_vectors():
    truth = stored(*numbered(5))
    report = run(truth, Strange())
    assert (report.texts, report.versions, report.skipped, report.failed) == (5, 5, 0, ())
    assert truth.corpus().vectors() == {"ready": 5}
    assert report.generation == truth.generation


def test_emb_a_second_run_has_nothing_to_do_and_makes_no_generation():
    truth, embedder = stored(*numbered(5)), Strange()
    run(truth, embedder)
    before, steps = truth.generation, list(embedder.steps)
    assert run(truth, embedder).texts == 0
    assert (truth.generation, embedder.steps) == (before, steps)


def test_emb_long_documents_come_in_generations_and_each_is_followed():
    seen = []
    report = run(stored(*numbered(5)), Strange(), follow=seen.append)
    assert seen == [2, 3, 4]
    assert report.generation == 4


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(1, 9))
def test_emb_progress_counts_up_to_all_texts(sizes, batch):
    texts = ["\n\n".join(f"# {n}.{part}\n\n{'word ' * 60}{n} {part}" for part in range(size)) for n, size in
             enumerate(sizes)]  # fmt: skip
    truth = stored(*(prepared(f"{n}.md", text, language="en", title=f"T{n}") for n, text in enumerate(texts)))
    said = []
    report = run(truth, Strange(), settings=EmbedSettings(batch=batch), progress=said.append)
    assert {one.total for one in said} == {report.texts}
    assert [one.done for one in said] == sorted(one.done for one in said)
    assert (said[0].done, said[-1].done) == (0, report.texts)


def test_emb_no_step_is_larger_than_a_look_at_the_clock():
    long = "\n\n".join(f"# Part {n}\n\n{'word ' * 60}{n}." for n in range(STEP + 5))
    truth, embedder = stored(prepared("long.md", long, language="en", title="A")), Strange()
    run(truth, embedder, settings=EmbedSettings())
    assert embedder.steps == [STEP, 5]


class Slow(Strange):
    """Takes a second for 128 texts, by a clock that nobody waits for."""

    now = 0.0

    def embed_documents(self, texts):
        Slow.now += len(texts) / 128
        return super().embed_documents(texts)


@pytest.mark.parametrize(("seconds", "later"), [(0.5, 64), (2.0, 256), (0.0, 1)])
def test_emb_a_generation_is_committed_by_time_as_well_as_by_number(monkeypatch, seconds, later):
    monkeypatch.setattr("kts.ingest.vectors.time.monotonic", lambda: Slow.now)
    seen, embedder, count = [], Slow(), FIRST + 3 * later
    run(stored(*numbered(count)), embedder, settings=EmbedSettings(batch_seconds=seconds), follow=seen.append)
    assert embedder.steps == [FIRST, later, later, later]
    assert len(seen) == 4


def test_emb_no_generation_has_more_texts_than_its_number():
    embedder = Slow()
    run(stored(*numbered(FIRST + 40)), embedder, settings=EmbedSettings(batch=20))
    assert set(embedder.steps) == {20, 8}


def test_conv5_other_languages_are_left_out_with_the_reason():
    truth = stored(*numbered(2), prepared("frist.md", "# Frist\n\nDreissig Tage.\n", language="de"))
    report = run(truth, Strange())
    assert (report.versions, report.skipped) == (2, 1)
    assert truth.corpus().vectors() == {"ready": 2, "skipped": 1}


def test_emb_files_of_the_setting_are_left_to_words_with_the_reason():
    truth = stored(*numbered(2), prepared("logs/access.log", "# Log\n\nGET /parcels 200\n", language="en"))
    report = run(truth, Strange(), settings=EmbedSettings(exclude=("*.log",)))
    assert (report.versions, report.skipped) == (2, 1)
    assert truth.corpus().vectors() == {"ready": 2, "skipped": 1}
    with pytest.raises(UsageError, match="!") as found:
        run(stored(*numbered(1)), Strange(), settings=EmbedSettings(exclude=("!",)))
    assert "embed.exclude" in found.value.hint


def test_conv5_without_named_languages_all_are_read():
    truth = stored(prepared("frist.md", "# Frist\n\nDreissig Tage.\n", language="de"))
    assert run(truth, Strange(), settings=EmbedSettings(languages=())).versions == 1


@pytest.mark.parametrize("error", [ValueError, RuntimeError, OverflowError, MemoryError])
def test_emb_a_refused_text_fails_its_own_document_only(error):
    bad = prepared("bad.md", "# Bad\n\nAn unspeakable word.\n", language="en")
    truth = stored(*numbered(4), bad)
    report = run(truth, Strange("unspeakable", error), settings=EmbedSettings())
    ((path, reason),) = report.failed
    assert (path, reason) == ("bad.md", f"{error.__name__}: cannot embed unspeakable")
    assert (report.texts, report.versions) == (4, 4)
    assert truth.corpus().vectors() == {"ready": 4, "failed": 1}
    mended = run(truth, Strange())
    assert (mended.texts, mended.failed, truth.corpus().vectors()) == (1, (), {"ready": 5})


def test_emb_the_other_passages_of_a_failed_document_have_their_vectors():
    text = "\n\n".join(f"# Part {n}\n\n{'word ' * 60}{'unspeakable' if n == 1 else n}." for n in range(3))
    truth = stored(prepared("bad.md", text, language="en", title="A"))
    embedder = Strange("unspeakable")
    report = run(truth, embedder)
    assert (report.texts, len(report.failed)) == (2, 1)
    (key,) = truth.versions()
    assert len(MemoryVectorTruth(truth, embedder).missing(key)) == 1


def test_emb_an_error_of_ours_ends_the_stage():
    truth = stored(*numbered(2))
    with pytest.raises(MissingModel):
        run(truth, Strange("Rule", MissingModel))
    assert truth.corpus().vectors() == {}


def test_emb_what_was_made_before_a_crash_is_not_made_again():
    truth, embedder = stored(*numbered(6)), Strange()

    def stop(progress):
        if progress.done >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(truth, embedder, progress=stop)
    made = sum(embedder.steps)
    assert made == 4
    assert run(truth, embedder).texts == 2
    assert (sum(embedder.steps), truth.corpus().vectors()) == (6, {"ready": 6})


def test_emb_texts_longer_than_the_model_reads_are_counted():
    long = prepared("long.md", "# Long\n\n" + " ".join(f"word{n}" for n in range(60)) + "\n", language="en")
    report = run(stored(long, *numbered(1)), Strange(max_tokens=20))
    assert (report.texts, report.windowed) == (2, 1)


def test_emb_an_index_whose_documents_another_model_has_is_given_to_the_model_that_made_nothing_new():
    truth, first, other = stored(*numbered(2)), Strange(), Strange(dims=32)
    run(truth, first)
    truth.commit(Batch("docs", "ingest", removed=("000.md", "001.md")))
    report = run(truth, other)
    assert (report.texts, MemoryVectorTruth(truth, other).serving) == (0, True)
    assert report.generation == truth.generation
