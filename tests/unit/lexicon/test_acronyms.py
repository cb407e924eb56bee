"""TERM-1: short forms that a text introduces, the shipped table, and the user's own."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.errors import ConfigError
from kts.lexicon.acronyms import acronyms_in, asked, joined, overrides, shipped

LABELLED: tuple[tuple[str, str], ...] = (
    ('the Pooling and Servicing Agreement (the "PSA") of 2021', "PSA=Pooling and Servicing Agreement"),
    ("a Real Estate Mortgage Investment Conduit (REMIC)", "REMIC=Real Estate Mortgage Investment Conduit"),
    ("the Office of Foreign Assets Control (\u201cOFAC\u201d)", "OFAC=Office of Foreign Assets Control"),
    ("annual percentage yield (APY)", "APY=annual percentage yield"),
    ("MDS (Metadata Server) restarts", "MDS=Metadata Server"),
    ("API: Application Programming Interface", "API=Application Programming Interface"),
    ("| SLA | Service Level Agreement |", "SLA=Service Level Agreement"),
    ("- **RTO** \u2013 Recovery Time Objective", "RTO=Recovery Time Objective"),
    ('"DSCR" means Debt Service Coverage Ratio.', "DSCR=Debt Service Coverage Ratio"),
    ("an access control list (ACL) names them", "ACL=access control list"),
    ("Persistent Volume Claims (PVCs) are bound", "PVC=Persistent Volume Claims"),
    ("Role-Based Access Control (RBAC)", "RBAC=Role-Based Access Control"),
    ("the Service Desk uses Single Sign-On (SSO)", "SSO=Single Sign-On"),
    ("a loss given default (LGD) of 40 %", "LGD=loss given default"),
    ("write-ahead log (WAL)", "WAL=write-ahead log"),
    ("The Debt-to-Income ratio (DTI) may not exceed 43 %", ""),
    ("Point-in-Time Recovery (PITR)", "PITR=Point-in-Time Recovery"),
    ("Multi-Factor Authentication (MFA) and Virtual Private Network (VPN)",
     "MFA=Multi-Factor Authentication VPN=Virtual Private Network"),
    ("Generally Accepted Accounting Principles (GAAP)", "GAAP=Generally Accepted Accounting Principles"),
    ("the Trustee (as defined in Section 1)", ""),
    ("see Appendix (A)", ""),
    ("in the first quarter (Q1) of the year", ""),
    ("listed in New York (NASDAQ) since 1998", ""),
    ("a fee of 2 percent (USD 400)", ""),
    ("he said so (IMPORTANT) and left", ""),
    ("Amazon (US) and others", ""),
    ("Note: This Is Not One", ""),
    ("CET: 14:00 is closing time", ""),
    ("the Bank (NOT the Servicer) pays", ""),
)  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), LABELLED)
def test_term1_short_forms_that_a_text_introduces(text, wanted):
    found = " ".join(sorted(f"{short}={long}" for short, long in acronyms_in(text)))
    assert found == wanted


def test_term1_precision_and_recall_on_the_labelled_sentences():
    wanted = {(number, pair) for number, (_, pairs) in enumerate(LABELLED) for pair in _pairs(pairs)}
    found = {(number, pair) for number, (text, _) in enumerate(LABELLED) for pair in acronyms_in(text)}
    assert len(wanted & found) / len(found) >= 0.95, "precision"
    assert len(wanted & found) / len(wanted) >= 0.95, "recall"


def _pairs(text):
    shorts = [word for word in text.split() if "=" in word]
    starts = [text.index(word) for word in shorts]
    pieces = [text[a:b].strip() for a, b in zip(starts, [*starts[1:], len(text)], strict=False)]
    return [tuple(piece.split("=", 1)) for piece in pieces]


@given(st.text(max_size=300))
def test_term1_any_text_is_read_and_a_short_form_is_shorter_than_what_it_stands_for(text):
    for short, long in acronyms_in(text):
        assert len(short) < len(long)
        assert short[0].casefold() == long[0].casefold()


def test_term1_the_shipped_table_has_more_than_150_short_forms_of_two_fields():
    table = shipped()
    assert len(table) >= 150
    assert {table[short][0] for short in ("PSA", "REMIC", "LTV", "SOFR")} == {
        "Pooling and Servicing Agreement",
        "Real Estate Mortgage Investment Conduit",
        "Loan-to-Value",
        "Secured Overnight Financing Rate",
    }
    assert table["MFA"] == ("Multi-Factor Authentication",)
    assert all(long and all(long) for long in table.values())


@pytest.mark.parametrize(
    ("text", "shorts"),
    [
        ("Who signs the PSA?", ("PSA",)),
        ("are MBSs and REMICs taxed", ("MBS", "REMIC")),
        ("WHO SIGNS THE AGREEMENT NOW", ()),
        ("what is in /etc/SSL or a@BOX.example", ()),
        ("no short form", ()),
    ],
)
def test_term1_the_short_forms_of_a_question(text, shorts):
    assert asked(text) == shorts


def test_term1_the_shipped_table_knows_those_of_contracts_and_policies():
    table = shipped()
    assert table["ICO"] == ("Information Commissioner's Office", "Information Commissioner")
    assert {"Data Protection Impact Assessment", "Statement of Work"} <= {table[short][0] for short in ("DPIA", "SOW")}


def test_term1_of_two_tables_the_last_counts_and_an_empty_text_forgets():
    assert joined({"A": ("one",), "B": ("two",)}, {"A": ("three",)}, {"B": ("",)}) == {"A": ("three",)}


def test_term1_the_users_own_table(tmp_path):
    path = tmp_path / "acronyms.json"
    assert overrides(path) == {}
    path.write_text(json.dumps({"PSA": "Parish Supper Association", "KB": ["Knowledge Base", "Keyboard"]}))
    assert overrides(path) == {"PSA": ("Parish Supper Association",), "KB": ("Knowledge Base", "Keyboard")}


@pytest.mark.parametrize("content", ["[1]", "{", '{"A": 3}'])
def test_term1_a_damaged_table_is_an_error_that_names_the_file(tmp_path, content):
    path = tmp_path / "acronyms.json"
    path.write_text(content)
    with pytest.raises(ConfigError) as caught:
        overrides(path)
    assert str(path) in caught.value.message
    assert "Agreement" in caught.value.hint
