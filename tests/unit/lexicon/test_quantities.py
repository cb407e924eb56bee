"""EVID-1: quantities are compared whatever their spelling."""

from __future__ import annotations

import pytest

from kts.lexicon.quantities import quantities, same


def one(text: str):
    (found,) = quantities(text)
    return found


@pytest.mark.parametrize(
    ("text", "value", "unit", "kind"),
    [
        ("thirty-six (36) hours", 36, "hour", "duration"),
        ("a day and a half", 1.5, "day", "duration"),
        ("half an hour", 0.5, "hour", "duration"),
        ("half a million euros", 500_000.0, "EUR", "money"),
        ("half a million a month", 500_000.0, "", "number"),
        ("half a month", 0.5, "month", "duration"),
        ("a quarter of a million dollars", 250_000.0, "USD", "money"),
        ("two and a half million dollars", 2_500_000.0, "USD", "money"),
        ("10.2 m", 10.2, "metre", "measure"),
        ("8 t", 8.0, "tonne", "measure"),
        ("25 knots", 25.0, "knot", "measure"),
        ("Only 2.4 GHz", 2.4, "gigahertz", "measure"),
        ("under 2.5 kg", 2.5, "kilogram", "measure"),
        ("8 hours 40 minutes", 520, "minute", "duration"),
        ("five (5) Business Days", 5, "business_day", "duration"),
        ("5 Domestic Business Days", 5, "business_day", "duration"),
        ("35,000 metric tons", 35_000, "tonne", "measure"),
        ("a fortieth of the sum", 0.025, "", "number"),
        ("1/40th of the sum", 0.025, "", "number"),
        ("a tenth offence", 10, "", "ordinal"),
        ("$2.5 million", 2_500_000, "USD", "money"),
        ("two percent (2.00%)", 2, "percent", "percent"),
        ("three and one-quarter percent", 3.25, "percent", "percent"),
        ("one-quarter of one percent", 0.25, "percent", "percent"),
        ("25 bp", 25, "basis_point", "percent"),
        ("eighty-four statements", 84, "statement", "count"),
        ("1,073 loans", 1073, "loan", "count"),
        ("12-character", 12, "character", "count"),
        ("2:00 p.m.", 840, "minute", "time_of_day"),
        ("1.20 to 1.00", 1.2, "", "ratio"),
        ("the twenty-fifth", 25, "", "ordinal"),
    ],
)
def test_evid1_a_quantity_has_a_value_a_unit_and_a_kind(text, value, unit, kind):
    found = one(text)
    assert (round(found.value, 9), found.unit, found.kind) == (value, unit, kind)


@pytest.mark.parametrize(
    ("one_text", "other_text"),
    [
        ("36 hours", "a day and a half"),
        ("$2,500,000", "$2.5 million"),
        ("0.25%", "25 basis points"),
        ("24 months", "two years"),
        ("3:00 p.m.", "15:00"),
        ("$9,000 a year", "$750 a month"),
        ("about $418.7 million", "$418,730,112.46"),
        ("ten", "10 loans"),
    ],
)
def test_evid1_equal_values_are_the_same_in_any_spelling(one_text, other_text):
    assert same(one(one_text), one(other_text))
    assert same(one(other_text), one(one_text))


@pytest.mark.parametrize(
    ("one_text", "other_text"),
    [
        ("5 days", "5 Business Days"),
        ("5 days", "5 Target Business Days"),
        ("45 days", "60 days"),
        ("two months", "two years"),
        ("$9.75 a day", "$9.75 a month"),
        ("100 miles", "100 kilometres"),
        ("$5", "5%"),
    ],
)
def test_evid1_different_values_and_units_are_not(one_text, other_text):
    assert not same(one(one_text), one(other_text))


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("at least 5 percent", ">="),
        ("not more than 200", "<="),
        ("may not exceed six percent", "<="),
        ("no later than 5 days", "<="),
        ("within 48 hours", "<="),
        ("more than **300 seconds**", ">"),
        ("under 9 minutes", "<"),
        ("sixty (60) or more days", ">="),
        ("roughly 300 loans", "~"),
        ("300 loans", ""),
    ],
)
def test_evid1_comparators_are_read_before_and_after(text, comparator):
    assert one(text).comparator == comparator


@pytest.mark.parametrize(
    "text", ["Section 3.07", "version 7.4", "CD-2024-11 applies", "March 1, 2021", "LN-01", "no one", "2021-A"]
)
def test_evid1_names_and_dates_are_no_quantities(text):
    assert quantities(text) == ()


def test_evid1_a_list_shares_its_unit_and_a_range_has_two_ends():
    assert [(found.value, found.unit) for found in quantities("30, 60 and 90 days")] == [
        (30, "day"),
        (60, "day"),
        (90, "day"),
    ]
    assert (one("10-15 days").value, one("10-15 days").upper) == (10, 15)


def test_evid1_the_text_is_the_stretch_it_stands_in():
    text = "Pay within ten (10) Business Days, at most $1,200 a month."
    assert [text[found.start : found.end] == found.text for found in quantities(text)] == [True, True]


@pytest.mark.parametrize(
    "text", ["1" * 5000, "hundred " * 2000, f"{'9' * 5000} days", f"1/{'7' * 400}", "0." + "3" * 9000]
)
def test_evid1_endless_figures_are_no_number_and_no_error(text):
    assert [found.value for found in quantities(f"The fee is 10 days. {text}")][:1] == [10]


@pytest.mark.parametrize(
    ("sign", "words"),
    [
        ("40 \u00b5L", "40 microlitres"),
        ("40 \u03bcl", "0.04 mL"),
        ("12 M\u03a9", "12 megohms"),
        ("12 k\u2126", "0.012 megohm"),
        ("0.9 Nm", "0.9 newton metres"),
        ("0.9 N\u00b7m", "0.9 N m"),
        ("250 ppm", "250 parts per million"),
        ("5 bar", "500 kPa"),
        ("3 mW", "3 milliwatts"),
        ("60 s", "1 minute"),
        ("2.4 g", "0.0024 kg"),
    ],
)
def test_evid1_a_unit_is_the_same_by_its_sign_and_in_words(sign, words):
    assert same(one(sign), one(words))


@pytest.mark.parametrize(
    ("text", "other"), [("3 mW", "3 MW"), ("40 \u00b5L", "40 mL"), ("12 m\u03a9", "12 M\u03a9"), ("5 Nm", "5 nm")]
)
def test_evid1_a_capital_makes_another_unit(text, other):
    assert not same(one(text), one(other))


@pytest.mark.parametrize("text", ["on firmware 4.1 the screen", "with firmware 4.1", "the software 2.3 prints"])
def test_evid1_the_version_of_a_program_is_no_quantity(text):
    assert quantities(text) == ()


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("Muster werden nach 9 Monaten geöffnet", 9, "month"),
        ("binnen 3 Wochen übergeben", 3, "week"),
        ("eine 10-tägige Probe", 10, "day"),
        ("5 Werktage", 5, "business_day"),
        ("12 Stunden täglich", 12, "hour"),
        ("sous 8 jours ouvrés", 8, "business_day"),
        ("pendant 2 années entières", 2, "year"),
    ],
)
def test_general11_units_of_german_and_french_are_those_of_english(text, value, unit):
    assert (one(text).value, one(text).unit) == (value, unit)


def test_general11_a_counted_noun_is_read_whole_and_without_its_verb():
    assert one("3 élèves").unit == "élève"
    assert one("Die Leitung lässt 6 Geräte überprüfen und nicht mehr.").unit == "geräte"
    assert one("Es wird mit 6 Geräten geübt und nicht mit mehr.").unit == "geräte"


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("mindestens 4 Tage", ">="),
        ("höchstens 4 Tage", "<="),
        ("nicht länger als 4 Tage", "<="),
        ("au moins 4 kg", ">="),
    ],
)
def test_general11_words_that_compare_are_read_in_german_and_french(text, comparator):
    assert one(text).comparator == comparator


def test_general11_a_rate_or_a_range_in_german_is_one():
    assert same(one("90 Euro monatlich"), one("EUR 90 a month"))
    assert not same(one("90 Euro im Jahr"), one("90 Euro pro Monat"))
    assert (one("3 bis 5 Tage").value, one("3 bis 5 Tage").upper) == (3, 5)


@pytest.mark.parametrize("text", ["3 tag lines", "2 std dev"])
def test_general11_a_small_letter_makes_no_german_unit(text):
    assert one(text).kind == "count"
