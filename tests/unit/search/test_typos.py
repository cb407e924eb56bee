"""Typo and sub-word tolerance: what a question is read as where no document holds its words."""

from __future__ import annotations

import pytest

from kts.config import SearchSettings
from kts.lexicon.analyse import words
from kts.lexicon.fuzzy import Vocabulary
from kts.search.pipeline import search
from kts.search.question import Asking, Known
from kts.types import Query

TEXTS = {
    "cure": "The servicer has thirty days to remedy the termination. Error TSR-1022 is logged.",
    "alert": "# KubePodCrashLooping\n\nA container restarts again and again.",
    "other": "The menu changes on Mondays. Nothing is served to the trustee. Error TSR-1023 is logged.",
    "setting": "log_checkpoints (boolean) writes a line for each. It is set in the file.",
    "prose": "The log of a checkpoint is a checkpoint log.",
}
HIDDEN = "zirconium"
"""What a comment holds: a word of the folder, but none that is searched."""


@pytest.fixture
def here(house):
    return house(**TEXTS)


@pytest.fixture
def found(here):
    """`found(text)`: paths by rank, and the ranking."""
    held = {word: 1 for text in (*TEXTS.values(), HIDDEN) for word in words(text)}
    vocabulary = Vocabulary(held, {"tsr1022", "tsr1023"})
    records = here.corpus.records(range(1000))

    def ask(text, **options):
        ranking = search(
            Query(text, text),
            corpus=here.corpus,
            index=here.index,
            settings=SearchSettings(**options),
            limit=5,
            per_document=1,
            asking=Asking(Known(vocabulary=lambda: vocabulary)),
        )
        return [records[hit.passage.metadata["document_key"]].path for hit in ranking.hits], ranking

    return ask


@pytest.mark.parametrize(
    ("text", "path", "note"),
    [
        ("terminaton", "cure.md", "read terminaton as termination"),
        ("servcier remedi", "cure.md", "servcier as servicer"),
        ("TSR-10222", "cure.md", "tsr10222 as tsr1022"),
        ("tsr 1o22", "cure.md", "as tsr1022"),
        ("kube pod crash looping", "alert.md", "kube pod crash looping as kubepodcrashlooping"),
        ("Kube-Pod-Crash-Looping", "alert.md", "as kubepodcrashlooping"),
        ("kubepodcrash", "alert.md", "kubepodcrash as kubepodcrashlooping"),
        ("KubePodCrashLoping", "alert.md", "as kubepodcrashlooping"),
        ("menumondays", "other.md", "menumondays as menu or mondays"),
    ],
)
def test_qry_what_no_document_holds_is_read_as_the_nearest(found, text, path, note):
    paths, ranking = found(text)
    assert paths[0] == path
    assert any(note in said for said in ranking.notes)
    assert ranking.query.original == text


@pytest.mark.parametrize("text", ["log-checkpoints", "log_checkpoints", "LOG_CHECKPOINTS", "log checkpoints"])
def test_idx3_a_name_with_marks_is_found_before_its_words(found, text):
    assert found(text)[0][0] == "setting.md"


@pytest.mark.parametrize("text", ["zebra", HIDDEN, "servicer remedy", "TSR-1023", "TSR-1027"])
def test_qry_nothing_is_read_otherwise_where_words_are_there_or_near_to_none(found, text):
    assert not any(note.startswith("read ") for note in found(text)[1].notes)


def test_qry_typos_can_be_switched_off(found):
    paths, ranking = found("terminaton", typos=False)
    assert paths == []
    assert ranking.notes == ("not in any document: terminaton",)


def test_idx3_a_passage_that_defines_an_identifier_comes_first(house):
    here = house(
        mention="The batch stops with QX-4711 in most cases. QX-4711 is common, and QX-4711 is logged twice: QX-4711.",
        table="| Code | Meaning | First step |\n|---|---|---|\n| QX-4711 | payee inactive | use form ES-14 |\n",
    )
    assert here.found("QX-4711")[0] == "table.md"
    assert here.found("what does qx 4711 mean?")[0] == "table.md"


@pytest.mark.parametrize(
    "text",
    [
        "42P01",
        "42p01",
        "42-P01",
        "42 P01",
        "SQLSTATE 42P01",
        "Our log shows error 42P01 when the nightly job runs, why?",
    ],
)
def test_idx3_a_code_of_a_table_is_found_in_every_shape_and_in_a_sentence(house, text):
    here = house(
        codes="| Code | Name |\n|---|---|\n| 42P01 | undefined_table |\n| 42P02 | undefined_parameter |\n",
        job="The nightly job runs at two, and our log shows an error when it fails. 42P02 is one.",
        log="The log shows when the job runs. An error of the job is shown in the log.",
    )
    assert here.found(text)[0] == "codes.md"


def test_idx3_a_word_with_digits_that_nobody_calls_a_code_is_a_word(house):
    here = house(
        long="KLF4 KLF4.",
        right="Differentiation of myeloid cells is regulated by KLF4, which is important for proper cells.",
    )
    assert here.found("Klf4 is important for proper myeloid cell differentiation")[0] == "right.md"
