"""EVID-6, EVID-7: a saved answer that was edited since is told, whatever its citations say."""

from __future__ import annotations

import pytest

from kts.answer.altered import altered

QUOTE = "(b) Either party may terminate on thirty (30) days' notice."
SAID = "Either party may terminate on thirty (30) days' notice."


def cited(quote=QUOTE):
    return {"quote": quote, "path": "msa.md"}


def answer(text=SAID, quote=QUOTE, *, whole=None, gates=("quote", "constraints"), **fields):
    """An answer of one statement as `kts ask --json` gives it."""
    claim = {"text": text, "support": "supported", "citations": [cited(quote)]}
    return {
        "data": {"text": f"{text} [1]" if whole is None else whole, "gates": list(gates), "claims": [claim], **fields}
    }


def unrecorded(_):
    return None


def details(saved, recorded=unrecorded):
    return [one.detail for one in altered(saved, recorded)]


def recorded(saved, **fields):
    """The ledger's record of an answer as it was given."""
    claims = [{"text": one["text"], "support": one["support"]} for one in saved["data"]["claims"]]
    body = {"text": saved["data"]["text"], "claims": claims, **fields}
    return {"led_1": body}.get


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (SAID, QUOTE),
        ("The cure period is thirty days.", "The cure period\n   is **thirty** days."),
        ("Code: F-121; Fee: Release; In / Tessaro: 650.00", "| F-121 | Release | kept | 650.00 |"),
        ("Case: late; Action: `T-1`; new quote", "| late | `T-1`; new quote |"),
    ],
)
def test_what_was_given_is_not_told_to_be_altered(text, quote):
    assert details(answer(text, quote)) == []


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Either party may terminate on thirty (60) days' notice.", QUOTE),
        ("Either party may not terminate on thirty (30) days' notice.", QUOTE),
        ("Either party may terminate on ninety days' notice.", QUOTE),
        ("Short by up to $35: pay off.", "3. Short by up to $25: pay off."),
        ("Code: F-121; Fee: Release; In / Tessaro: 950.00", "| F-121 | Release | kept | 650.00 |"),
        ("The fee is waived.", QUOTE),
    ],
)
def test_a_statement_that_its_quote_does_not_say_is_told(text, quote):
    (detail,) = details(answer(text, quote))
    assert text in detail


def test_a_draft_in_words_of_its_own_is_told_only_where_it_is_turned():
    drafted = {"gates": ("claim",)}
    assert details(answer("Both sides can end it with thirty days' notice.", **drafted)) == []
    assert details(answer("Either party may terminate on sixty (60) days' notice.", **drafted))


def test_a_text_that_does_not_hold_its_statements_is_told():
    (detail,) = details(answer(whole="Only the Client may terminate. [1]"))
    assert SAID in detail


def test_the_ledger_decides_where_it_has_the_answer():
    given = answer(ledger_id="led_1", verdict="low_confidence")
    book = recorded(given, verdict="low_confidence")
    assert details(given, book) == []
    assert details(answer("Whatever was drafted.", ledger_id="led_1"), recorded(answer("Whatever was drafted."))) == []
    assert "low_confidence" in details(answer(ledger_id="led_1", verdict="answered"), book)[0]
    assert (
        "the one that was given"
        in details(answer(SAID.replace("may", "must"), whole=f"{SAID} [1]", ledger_id="led_1"), book)[0]
    )
    assert "text" in details(answer(whole=f"{SAID} [1] No fee is due.", ledger_id="led_1"), book)[0]


def test_a_checked_claim_that_was_exchanged_is_told():
    line = {"claim": SAID, "support": "supported", "citations": [cited()]}
    assert details([line]) == []
    assert details([line | {"claim": "Either party may terminate on ninety days' notice."}])
    assert details([line | {"claim": "It takes ninety days.", "support": "contradicted"}]) == []


@pytest.mark.parametrize(
    "saved",
    [None, [], {}, {"claims": 5}, {"claims": [{"text": 5}]}, "text", {"claims": [{"text": "a", "citations": [5]}]}],
)
def test_what_is_no_answer_has_nothing_altered(saved):
    assert details(saved) == []
