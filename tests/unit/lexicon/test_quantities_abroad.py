"""EVID-1: numbers as the Continent writes them, in figures and in words of German and French."""

from __future__ import annotations

import pytest

from kts.lexicon.quantities import quantities, same
from kts.lexicon.quantities_notation import anglicised
from kts.lexicon.quantities_spelt_abroad import worth


def one(text: str):
    (found,) = quantities(text)
    return found


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("40.000 Euro", 40_000, "EUR"),
        ("EUR 40.000", 40_000, "EUR"),
        ("€ 40.000", 40_000, "EUR"),
        ("40.000€", 40_000, "EUR"),
        ("CHF 7.500", 7_500, "CHF"),
        ("bis 2.350,50 EUR", 2350.5, "EUR"),
        ("3.400.000 €", 3_400_000, "EUR"),
        ("$3.400.000", 3_400_000, "USD"),
        ("6.800,- Euro", 6_800, "EUR"),
        ("80,-- €", 80, "EUR"),
        ("CHF 90.–", 90, "CHF"),
        ("CHF 1'250.-", 1_250, "CHF"),
        ("4,5 %", 4.5, "percent"),
        ("€18,95", 18.95, "EUR"),
        ("18,95 EUR", 18.95, "EUR"),
        ("0,75 l", 0.75, "litre"),
        ("0,125 l", 0.125, "litre"),
        ("2,5kg", 2.5, "kilogram"),
        ("1,0945 USD", 1.0945, "USD"),
        ("7 200 €", 7_200, "EUR"),
        ("7\u202f200 €", 7_200, "EUR"),
        ("7\u00a0200,50 €", 7_200.5, "EUR"),
        ("2,5 Mio. EUR", 2_500_000, "EUR"),
        ("3 Mrd. Euro", 3e9, "EUR"),
        ("1.250 Mio. EUR", 1.25e9, "EUR"),
        ("1,5 Millionen Euro", 1_500_000, "EUR"),
        ("3 millions d'euros", 3_000_000, "EUR"),
        ("4.800 Stück", 4_800, "stück"),
    ],
)
def test_general11_a_figure_that_only_the_continent_writes_is_read_so_everywhere(text, value, unit):
    assert (one(text).value, one(text).unit) == (value, unit)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("Der Wagen darf nicht mehr als 15.000 km im Jahr laufen.", 15_000, "kilometre"),
        ("Wir liefern 4.800 Schrauben nach Bonn.", 4_800, "schraube"),
        ("Die Stadt hat heute 1.200.000 Einwohner und nicht mehr.", 1_200_000, "einwohner"),
        ("Der Preis ist 30.000 USD, nicht mehr.", 30_000, "USD"),
        ("Der Zins wird auf 3,875 % gesenkt.", 3.875, "percent"),
        ("Für die Küche sind 1,5 Stellen geplant.", 1.5, "stelle"),
        ("Le dépôt garde 2 400 kg de sable pour les routes.", 2_400, "kilogram"),
        ("Il costo della fornitura è di 1.200 kg per il cliente.", 1_200, "kilogram"),
    ],
)
def test_general11_a_point_parts_thousands_among_words_of_the_continent(text, value, unit):
    found = one(text)
    assert (found.value, found.unit.removesuffix("n")) == (value, unit)


@pytest.mark.parametrize(
    "text",
    [
        "7.4.1",
        "version 2.100 of the app",
        "12.03.2024",
        "14.30 Uhr",
        "Nach Ziffer 4.200 ist der Mieter nicht verpflichtet.",
        "Das steht in § 3.100 und gilt nicht.",
        "192.168.100.200",
        "Der Rechner 192.168.100.200 ist nicht zu erreichen.",
        "rows 1,2 and 3",
        "sections 1,2",
        "1,500",
        "1,500 kg",
        "1,234,567.89 EUR",
        "$1.500",
        "£2.345",
        "1.500 USD",
        "EUR 1.250 million",
        "1 CHF = 1.042 EUR",
        "€1.459 per litre",
        "a weight of 3.500 kg in the table",
        "tier 1 500 €",
        "on 3 500 m were run",
        "Das Blech ist 2.125 mm dick und das Mass 0.5 mm genau.",
        "build 10.000 is out",
        "AB-1.500 EUR",
    ],
)
def test_general11_what_only_looks_so_stays(text):
    assert anglicised(text) == text


def test_general11_figures_that_belong_together_are_written_in_one_way():
    assert (one("über 2.000 bis 8.000 €").value, one("über 2.000 bis 8.000 €").upper) == (2_000, 8_000)
    assert (one("2,5-3,5 %").value, one("2,5-3,5 %").upper) == (2.5, 3.5)
    assert (one("zwischen 2,5 und 3,5 %").value, one("zwischen 2,5 und 3,5 %").upper) == (2.5, 3.5)
    assert (one("de 2 000 à 8 000 €").value, one("de 2 000 à 8 000 €").upper) == (2_000, 8_000)
    assert [found.value for found in quantities("EUR 12.500 and 3.125 kg")] == [12_500, 3.125]


def test_general11_the_offsets_are_those_of_the_text():
    text = "Fällig sind 2.350,50 EUR oder 80,- Euro."
    assert [found.text for found in quantities(text)] == ["2.350,50 EUR", "80,- Euro"]


@pytest.mark.parametrize(
    ("abroad", "english"),
    [
        ("40.000 Euro", "EUR 40,000"),
        ("EUR 1.250,- pro Monat", "EUR 1,250 a month"),
        ("500 TEUR", "EUR 500,000"),
        ("zwanzigtausend Euro", "€20,000"),
        ("eine halbe Million Euro", "EUR 500,000"),
        ("zwei Millionen Euro", "EUR 2 million"),
        ("zwölf Monate", "one year"),
        ("nach einem Jahr", "12 months"),
        ("drei (3) Wochen", "21 days"),
        ("zweieinhalb Jahre", "30 months"),
        ("trois mois", "3 months"),
        ("fünfzehn Prozent", "15%"),
    ],
)
def test_general11_the_same_amount_is_one_in_either_notation(abroad, english):
    assert same(one(abroad), one(english))


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("null", 0),
        ("elf", 11),
        ("einundzwanzig", 21),
        ("dreissig", 30),
        ("neunundneunzig", 99),
        ("hundertfünfzig", 150),
        ("zweitausend", 2_000),
        ("dreihundertfünfundvierzigtausend", 345_000),
        ("douze", 12),
        ("zweite", None),
        ("hunderte", None),
    ],
)
def test_general11_number_words_have_a_value(word, value):
    assert worth(word) == value


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("Der Verein hat zwölf neue Geräte für die Halle.", 12, "geräte"),
        ("Die Frist ist zwei bis drei Monate nach dem Kauf.", 2, "month"),
        ("Il faut trois exemplaires pour le dossier.", 3, "exemplaire"),
    ],
)
def test_general11_a_number_word_counts_before_a_noun_of_its_language(text, value, unit):
    assert (one(text).value, one(text).unit) == (value, unit)


@pytest.mark.parametrize(
    "text",
    [
        "The elf and the die were on the yacht.",
        "A null pointer in acht modules",
        "Sie gibt acht und ist nicht da.",
        "Zwei Drittel der Miete sind nicht bezahlt.",
        "Die Firma Drei Zinnen ist nicht da.",
        "Eine Woche ist nicht lang.",
        "Un téléphone neuf est dans la boîte.",
    ],
)
def test_general11_a_word_that_counts_nothing_is_no_number(text):
    assert quantities(text) == ()


@pytest.mark.parametrize(
    "text", ["1." + "111." * 900, "1,2," * 900, "1 111 " * 900, "drei bis " * 900, "€1.5" * 900, "5,-" * 900]
)
def test_general11_endless_figures_end(text):
    assert quantities(text) is not None
