"""Near-misses: one named thing swapped, half for what stands elsewhere, half for what stands nowhere."""

from __future__ import annotations

import re

from kts.evaluate.nearmiss import Named, Original, harvest, near_misses
from kts.workspace.calibrating import named_things

PASSAGES = [
    ("a.md", "Northmarch Community Bank pays the servicing fee for each loan in March 2023. TSR-1001 is shown."),
    ("b.md", "Aldergate Trust Company keeps certificates in a vault. On May 2021 nothing happened. TSR-4077 occurred."),
    ("c.md", "The printer of Tidewater Ridge Capital stands on floor two since June 2022. TSR-2042 is printed there."),
]
ORIGINALS = [
    Original("q1", "Which servicing fee does Northmarch Community Bank pay for each loan?", frozenset({"a.md"})),
    Original("q2", "Which servicing fee was paid for each loan in March 2023?", frozenset({"a.md"})),
    Original("q3", "Which servicing fee for each loan is shown with TSR-1001?", frozenset({"a.md"})),
    Original("q4", "Who pays?", frozenset({"a.md"})),
]
TEXT = " ".join(text for _, text in PASSAGES).casefold()


def made(seed: int = 1) -> list[tuple[str, str, str, str, bool]]:
    values = harvest(PASSAGES, named_things)
    found = near_misses(ORIGINALS, named_things, values, lambda text: text.casefold() in TEXT, seed=seed)
    return [(one.original, one.question, one.before, one.after, one.elsewhere) for one in found]


def test_every_question_that_names_something_gets_one_and_keeps_the_record_of_its_edit() -> None:
    found = made()
    assert [one[0] for one in found] == ["q1", "q2", "q3"]
    questions = {one.id: one.question for one in ORIGINALS}
    for original, question, before, after, _ in found:
        assert question == questions[original].replace(before, after)


def test_the_new_value_stands_elsewhere_or_nowhere_as_it_says() -> None:
    for seed in range(5):
        for _, _, _, after, elsewhere in made(seed):
            assert (after.casefold() in TEXT) is elsewhere
            assert after not in PASSAGES[0][1]


def test_both_kinds_are_made() -> None:
    assert {one[4] for seed in range(5) for one in made(seed)} == {True, False}


def test_the_same_seed_makes_the_same() -> None:
    assert made(3) == made(3)


def test_a_heading_of_an_everyday_word_is_no_name_to_swap_in() -> None:
    passages = [("a.md", "The Leicester site has bells. COMPLAINTS go to the desk. Nottingham site is closed.")]
    (names,) = harvest(passages, every_word).values()
    assert {one.text for one in names} == {"Leicester", "Nottingham"}


def test_what_has_digits_gets_other_digits_whatever_it_is() -> None:
    original = Original("q", "Error 2501 on my payout of the month, what is missing?", frozenset({"a.md"}))
    (found,) = near_misses([original], lambda _: [Named("term", "Error 2501", 0, 10, "Aa 0")], {}, lambda _: False)
    assert found.after.startswith("Error ")
    assert found.after != "Error 2501"


def every_word(text: str) -> list[Named]:
    """Every word that begins with a capital letter, as the name of a place."""
    return [Named("place", one[0], one.start(), one.end(), "Aa") for one in re.finditer(r"\b[A-Z]\w+", text)]
