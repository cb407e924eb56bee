"""EVID-1: claims in German and French against statements that deny, forbid or oblige."""

from __future__ import annotations

import pytest

from kts.answer.claims.gate import judge
from kts.answers import Evidence


def support(claim: str, text: str) -> str:
    return judge(claim, [Evidence(text, title="Regeln")]).support


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Grosse Zelte werden angenommen.", "Grosse Zelte werden nicht angenommen."),
        ("Gäste dürfen auf der Wiese grillieren.", "Gäste dürfen auf der Wiese nicht grillieren."),
        ("Das Parkieren vor dem Eingang ist erlaubt.", "Das Parkieren vor dem Eingang ist nicht erlaubt."),
        ("Das Parkieren vor dem Eingang ist erlaubt.", "Das Parkieren vor dem Eingang ist verboten."),
        ("Die Hebamme fährt mit ins Spital.", "Die Hebamme fährt nicht mit ins Spital."),
        ("Für Boote gibt es einen Steg.", "Für Boote gibt es keinen Steg."),
        ("Katzen sind im Speisesaal willkommen.", "Weder Hunde noch Katzen sind im Speisesaal willkommen."),
        ("Der Kiosk öffnet am Montag.", "Der Kiosk öffnet am Montag nicht."),
        ("Das Tor bleibt nachts offen.", "Das Tor bleibt nachts nie offen."),
        ("Besucher müssen sich anmelden.", "Besucher müssen sich nicht anmelden."),
        ("Die Miete wird monatlich bezahlt.", "Die Miete wird nicht monatlich, sondern jährlich bezahlt."),
        ("Il y a eu des dégâts pendant l'orage.", "Il n'y a pas eu de dégâts pendant l'orage."),
        ("Le petit déjeuner est facturé.", "Le petit déjeuner n'est pas facturé."),
        ("Le petit déjeuner n'est pas facturé.", "Le petit déjeuner est facturé."),
        ("Il est permis de cuisiner dans les chambres.", "Il est interdit de cuisiner dans les chambres."),
        ("Le bus circule le dimanche.", "Le bus ne circule plus le dimanche."),
        ("Un remboursement est accordé.", "Aucun remboursement n'est accordé."),
        ("Les chiens sont admis.", "Ni les chiens ni les chats ne sont admis."),
    ],
)
def test_evid1_what_is_denied_in_german_or_french_contradicts(claim, text):
    assert support(claim, text) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Besucher müssen sich anmelden.", "Besucher dürfen sich anmelden."),
        ("Les clients doivent réserver.", "Les clients peuvent réserver."),
        ("Gäste dürfen Boote mieten.", "Gäste dürfen Fahrräder mieten, aber keine Boote."),
    ],
)
def test_evid1_a_choice_or_another_thing_supports_no_duty(claim, text):
    assert support(claim, text) != "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Grosse Zelte werden nicht angenommen.", "Grosse Zelte werden nicht angenommen."),
        ("Das Parkieren vor dem Eingang ist nicht erlaubt.", "Das Parkieren vor dem Eingang ist verboten."),
        ("Die Miete wird jährlich bezahlt.", "Die Miete wird nicht monatlich, sondern jährlich bezahlt."),
        ("Kinder dürfen das Becken benutzen.", "Kinder dürfen das Becken benutzen, Hunde nicht."),
        ("Gäste dürfen Fahrräder mieten.", "Gäste dürfen Fahrräder mieten, aber keine Boote."),
        ("Der Eintritt kostet 12 Franken.", "Der Eintritt kostet 12 Franken und wird nicht zurückerstattet."),
        ("Die Wiese wird monatlich gemäht.", "Die Wiese wird nicht nur monatlich gemäht, sondern auch gedüngt."),
        ("Der Weg ist im Winter nicht offen.", "Der Weg ist im Winter geschlossen."),
        ("Das Baden ist am Abend nicht gestattet.", "An Abenden ist das Baden nicht gestattet."),
        ("Il n'est pas permis de cuisiner dans les chambres.", "Il est interdit de cuisiner dans les chambres."),
        ("Les repas sont servis à midi.", "Les repas sont servis à midi et ne sont pas livrés."),
        ("Les enfants paient 5 euros.", "Les enfants ne paient que 5 euros."),
    ],
)
def test_evid1_a_denial_of_something_else_or_on_both_sides_supports(claim, text):
    assert support(claim, text) == "supported"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Proben werden 6 Monate gelagert.", "Proben werden 6 Wochen gelagert."),
        ("Einsprachen sind binnen 20 Wochen möglich.", "Einsprachen sind binnen 20 Tagen möglich."),
        ("Das Protokoll wird nach 3 Jahren gelöscht.", "Das Protokoll wird nach 3 Monaten gelöscht."),
        ("Les dossiers sont conservés 5 mois.", "Les dossiers sont conservés 5 ans."),
        ("Der Beitrag beträgt 40 Euro im Monat.", "Der Beitrag beträgt 40 Euro im Jahr."),
    ],
)
def test_general11_the_same_figure_of_another_unit_contradicts(claim, text):
    assert support(claim, text) == "contradicted"


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Proben werden nach 14 Tagen gelöscht.", "Proben werden nach 2 Wochen gelöscht."),
        ("Proben werden nach 6 Wochen geprüft.", "Proben werden nach 6 Wochen wieder geprüft."),
        ("Der Beitrag beträgt 40 Euro monatlich.", "Der Beitrag beträgt 40 Euro im Monat."),
    ],
)
def test_general11_the_same_time_in_another_unit_supports(claim, text):
    assert support(claim, text) == "supported"


RENT = "Die Kaution für das Lager beträgt 40.000 Euro."


@pytest.mark.parametrize(
    ("claim", "text", "said"),
    [
        ("Die Kaution für das Lager beträgt 40 Euro.", RENT, "contradicted"),
        ("Die Kaution für das Lager beträgt 45.000,00 EUR.", RENT, "contradicted"),
        ("Die Kaution für das Lager beträgt EUR 40,000.", RENT, "supported"),
        ("Die Kaution für das Lager beträgt vierzigtausend Euro.", RENT, "supported"),
        ("Der Rabatt beträgt 4,5 %.", "Der Rabatt beträgt 2,5 %.", "contradicted"),
        ("Die Probezeit dauert sechs Monate.", "Die Probezeit dauert drei Monate.", "contradicted"),
        ("Die Probezeit dauert 3 Monate.", "Die Probezeit dauert drei Monate.", "supported"),
    ],
)
def test_evid1_an_amount_is_the_same_in_either_notation(claim, text, said):
    assert support(claim, text) == said
