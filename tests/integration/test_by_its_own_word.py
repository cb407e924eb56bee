"""EVID-9, EVID-10: what calls itself old, a draft, over or of a day to come does not pass for what holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.answer.claims.outdated import by_what_holds
from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kts.workspace.checking import CheckedClaim

POLICY = """# Boiler insurance certificate

Insurer: Hallam Mutual. Period of insurance: {period}.

| Section | Excess |
| --- | --- |
| Bursting | {burst} each loss; {frost} frost |
| Theft | EUR 90 |
"""
FILES = {
    "wiki/tips.md": "# Desk tips (OLD - see the desk manual)\n\nA gift voucher is valid for 9 months.\n\n"
    "The lost property box is opened with code 4471.\n\n"
    "The limit of gate app 2.1 is 60 scans.\n",
    "manual/vouchers.md": "# Gift vouchers\n\nA gift voucher is valid for 24 months and is not paid out.\n",
    "manual/old-age.md": "# Old-age discount\n\nPensioners get an old-age discount of 15 percent on weekdays.\n",
    "manual/season.md": "# Season tickets\n\nA season ticket costs 160 EUR.\n\nNobody else may use it.\n",
    "notes/note.md": "# Note to the desk\n\nFrom 1 March 2099 a season ticket costs 190 EUR.\n\n"
    "From 1 March 2099 a towel costs 4 EUR.\n\nFrom 1 March 2009 a locker costs 2 EUR.\n",
    "agreements/moss draft.md": "# DRAFT Cleaning agreement with Moss Ltd\n\nMoss Ltd cleans the hall 6 times a week."
    "\n\nMoss Ltd empties the filter each Tuesday.\n\nMoss Ltd brings its own ladders.\n",
    "agreements/moss.md": "# Hall cleaning by Moss Ltd\n\nMoss Ltd cleans the hall 4 times a week.\n\n"
    "Moss Ltd empties the filter each Tuesday.\n",
    "insurance/boiler 2022.md": POLICY.format(period="1 May 2022 to 30 April 2023", burst="EUR 300", frost="EUR 700"),
    "insurance/boiler 2023.md": POLICY.format(period="1 May 2023 to 30 April 2024", burst="EUR 450", frost="EUR 1,200"),
    "insurance/lift 2019 EXPIRED.md": "# Lift certificate\n\nThe lift may carry 8 persons.\n",
    "mails/claim.md": "# Letter of Tarn Tiling\n\nFor the wet screed in the foyer we claim an extension of 21 days.\n",
    "mails/decision.md": "# Decision\n\nFor the wet screed in the foyer I grant an extension of 13 days.\n",
    "plans/foyer.md": "# Programme of works\n\nThe foyer is tiled on 4 June 2098.\n",
    "plans/remarks.md": "# Remarks\n\nOur own target is that the foyer is tiled on 22 May 2098.\n",
}


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("pool")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment=WORDS) as opened:
        opened.ingest([str(folder)])
        yield opened


def checked(base: Workspace, claim: str, **given: str) -> CheckedClaim:
    (found,) = base.check([claim], **given)
    return found


def kinds(found: CheckedClaim) -> set[str]:
    return {one.kind for one in found.claim.reasons}


def test_evid_9_a_page_that_is_headed_old_leaves_the_answer_to_the_current_one(pool: Workspace) -> None:
    found = pool.ask("How long is a gift voucher valid?")
    assert "24 months" in found.claims[0].text
    assert not any("9 months" in one.text for one in found.claims)
    old = pool.ask("How long was a gift voucher valid in the old tips?")
    assert any("9 months" in one.text for one in old.claims) or old.verdict == "abstained"


def test_evid_9_what_only_such_a_page_says_is_doubtful(pool: Workspace) -> None:
    found = pool.ask("Which code opens the lost property box?")
    assert found.verdict == "low_confidence"
    assert any("OLD - see the desk manual" in one for one in found.doubts)


def test_evid_9_a_version_that_such_a_page_does_not_bear_is_no_reason_to_trust_it(pool: Workspace) -> None:
    found = pool.ask("What is the limit of gate app 2.1?")
    assert any("OLD - see the desk manual" in one for one in found.doubts)
    assert "(superseded)" in found.text


def test_evid_9_such_a_page_supports_no_claim_without_a_mark(pool: Workspace) -> None:
    denied = checked(pool, "A gift voucher is valid for 9 months.")
    assert denied.claim.support == "contradicted"
    assert denied.claim.citations[0].path == "manual/vouchers.md"
    alone = checked(pool, "The lost property box is opened with code 4471.")
    assert (alone.claim.support, alone.standing) == ("supported", "superseded")
    assert not by_what_holds(alone.claim)
    named = checked(pool, "In the old tips the lost property box is opened with code 4471.")
    assert by_what_holds(named.claim)


def test_evid_9_the_word_old_in_a_title_is_no_mark(pool: Workspace) -> None:
    assert pool.ask("What discount do pensioners get on weekdays?").doubts == ()
    assert checked(pool, "Pensioners get an old-age discount of 15 percent on weekdays.").standing == "current"


def test_evid_9_a_price_of_a_day_to_come_stands_behind_that_of_today(pool: Workspace) -> None:
    found = pool.ask("How much does a season ticket cost?")
    assert "160 EUR" in found.claims[0].text
    assert all(one.standing == "future" for one in found.claims if "190" in one.text)
    then = pool.ask("How much does a towel cost?", as_of="2099-04-01")
    assert "4 EUR" in then.claims[0].text
    assert not any("holds only from" in one for one in (*then.doubts, *then.notes))
    asked = pool.ask("How much will a season ticket cost from March 2099?")
    assert "190 EUR" in asked.claims[0].text


def test_evid_9_what_is_only_said_of_a_day_to_come_is_doubtful_today(pool: Workspace) -> None:
    found = pool.ask("How much does a towel cost?")
    assert found.verdict == "low_confidence"
    assert "what is cited holds only from 2099-03-01" in found.doubts
    assert not any("holds only" in one for one in pool.ask("How much does a towel cost from 1 March 2099?").doubts)
    assert not any("holds only" in one for one in pool.ask("How much does a locker cost?").doubts)


def test_evid_9_a_claim_is_not_judged_by_what_is_to_come(pool: Workspace) -> None:
    assert checked(pool, "A season ticket costs 160 EUR.").claim.support == "supported"
    early = checked(pool, "A towel costs 4 EUR.")
    assert (early.claim.support, early.standing) == ("supported", "future")
    assert checked(pool, "A towel costs 3 EUR.").claim.support == "unsupported"
    assert checked(pool, "From 1 March 2099 a towel costs 4 EUR.").standing == "current"
    assert checked(pool, "A towel costs 4 EUR.", as_of="2099-05-01").standing == "current"


def test_evid_9_a_draft_supports_no_claim_without_a_mark(pool: Workspace) -> None:
    both = checked(pool, "Moss Ltd empties the filter each Tuesday.")
    assert both.claim.citations[0].path == "agreements/moss.md"
    assert (both.claim.support, both.standing, both.claim.reasons) == ("supported", "current", ())
    assert checked(pool, "Moss Ltd cleans the hall 6 times a week.").claim.support == "contradicted"
    assert "disputed" not in kinds(checked(pool, "Moss Ltd cleans the hall 4 times a week."))
    alone = checked(pool, "Moss Ltd brings its own ladders.")
    assert (alone.claim.support, alone.standing, kinds(alone)) == ("supported", "draft", {"draft"})
    assert by_what_holds(checked(pool, "In the draft, Moss Ltd brings its own ladders.").claim)


def test_evid_9_the_certificate_of_the_next_period_takes_the_place_of_the_one_before(pool: Workspace) -> None:
    found = pool.ask("What is the excess for bursting and frost in the boiler insurance certificate?")
    assert {one.citations[0].path for one in found.claims} == {"insurance/boiler 2023.md"}
    assert checked(pool, "The excess for frost is EUR 1,200.").standing == "current"
    old = checked(pool, "The excess for frost is EUR 700.")
    assert old.claim.support != "supported" or old.standing == "superseded"
    now = checked(pool, "The excess for frost in the current boiler insurance is EUR 700.")
    assert now.claim.support != "supported"
    assert "superseded" in kinds(now)


def test_evid_9_a_file_that_is_called_expired_is_so(pool: Workspace) -> None:
    found = checked(pool, "The lift may carry 8 persons.")
    assert (found.claim.support, found.standing) == ("supported", "superseded")


def test_evid_10_what_was_granted_is_not_what_was_claimed(pool: Workspace) -> None:
    found = pool.ask("How many days of extension were granted for the wet screed in the foyer?")
    assert "13 days" in found.claims[0].text
    asked = pool.ask("How many days of extension did Tarn Tiling claim for the wet screed in the foyer?")
    assert "21 days" in asked.claims[0].text


def test_evid_10_a_target_of_ones_own_stands_behind_the_programme(pool: Workspace) -> None:
    assert "4 June 2098" in pool.ask("When is the foyer tiled?").claims[0].text
    assert "22 May 2098" in pool.ask("What is our own target for tiling the foyer?").claims[0].text
