"""EVID-1, CHUNK-1: German and French: which one a sentence is in, what it denies, what it obliges to, where it ends."""

from __future__ import annotations

import pytest

from kts.lexicon.modality import modality
from kts.lexicon.negation import denied, negated
from kts.lexicon.sentences import sentences
from kts.lexicon.tongues import tongue


def is_denied(text: str, word: str) -> bool:
    at = text.index(word)
    return denied(negated(text), at, at + len(word))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Grosse Zelte werden angenommen.", "de"),
        ("Der Weg ist gesperrt.", "de"),
        ("Les enfants paient 5 euros.", "fr"),
        ("L'entrée n'est pas gratuite.", "fr"),
        ("The fee is due in May.", ""),
        ("Ms. von der Heide is in La Rochelle.", ""),
        ("Müller AG", ""),
        ("Plus 3 or more on par with it", ""),
    ],
)
def test_the_language_of_one_sentence(text, wanted):
    assert tongue(text) == wanted


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Grosse Zelte werden nicht angenommen.", "angenommen"),
        ("Der Kiosk öffnet am Montag nicht.", "öffnet"),
        ("Für Boote gibt es keinen Steg.", "Steg"),
        ("Weder Hunde noch Katzen sind willkommen.", "Katzen"),
        ("Es dürfen keine Zelte, Boote oder Wagen abgestellt werden.", "Boote"),
        ("Die Haftung ist ausgeschlossen.", "Haftung"),
        ("Le petit déjeuner n'est pas facturé.", "facturé"),
        ("Le bus ne circule plus le dimanche.", "circule"),
        ("Aucun remboursement n'est accordé.", "accordé"),
        ("Il est interdit de cuisiner.", "cuisiner"),
        ("Le billet est non remboursable.", "remboursable"),
    ],
)
def test_evid1_a_word_is_denied_in_german_and_french(text, word):
    assert is_denied(text, word)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Die Wiese wird nicht nur gemäht, sondern auch gedüngt.", "gemäht"),
        ("Die Miete wird nicht monatlich, sondern jährlich bezahlt.", "Miete"),
        ("Kinder dürfen hinein, Hunde nicht.", "Kinder"),
        ("Die Karte ist persönlich und nicht übertragbar.", "persönlich"),
        ("Es ist nicht verboten zu rufen.", "rufen"),
        ("Der Schlüssel liegt dort, damit niemand ihn mitnimmt.", "Schlüssel"),
        ("Les enfants ne paient que 5 euros.", "paient"),
        ("Les repas sont servis à midi et ne sont pas livrés.", "servis"),
        ("La personne doit signer.", "signer"),
        ("The PAS and the NE gate are open.", "open"),
    ],
)
def test_evid1_what_is_beside_a_denial_is_not_denied(text, word):
    assert not is_denied(text, word)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Besucher müssen sich anmelden.", "obligation"),
        ("Besucher müssen sich nicht anmelden.", "exemption"),
        ("Gäste dürfen hier grillieren.", "permission"),
        ("Gäste dürfen hier am Abend nicht grillieren.", "prohibition"),
        ("Gäste können hier grillieren.", "ability"),
        ("Rauchen ist nicht verboten.", "permission"),
        ("Der Weg ist offen.", "statement"),
        ("Les clients doivent réserver.", "obligation"),
        ("Les clients ne doivent pas réserver deux fois.", "prohibition"),
        ("Les clients ne sont pas obligés de réserver.", "exemption"),
        ("Les visiteurs peuvent entrer.", "permission"),
        ("Les visiteurs ne peuvent pas entrer.", "prohibition"),
        ("L'entrée est interdite.", "prohibition"),
        ("Le bus circule le dimanche.", "statement"),
    ],
)
def test_evid1_the_mode_of_a_german_or_french_sentence(text, kind):
    assert modality(text).kind == kind


# `|` marks the ends of sentences; a line break is written as it stands.
@pytest.mark.parametrize(
    "labelled",
    [
        "Die Anmeldung ist bis spätestens 30. September möglich.| Danach ist Schluss.",
        "Das Fest dauert vom 10. bis 12. Juni.| Der Eintritt ist frei.",
        "Der Beschluss vom 3. Juni 2021 gilt.| Er ist bindend.",
        "Die Karte gilt im Winter (Oktober bis 15. Dezember).| Sie ist persönlich.",
        "Am 3. und 4. Mai ist zu.| Am 5. Mai ist offen.",
        "Im 19. Jahrhundert stand hier eine Mühle.| Sie brannte ab.",
        "Die Anmeldung ist möglich bis am\n30. September.| Danach ist Schluss.",
        "Die Miete (inkl. Nebenkosten) beträgt 900 Franken.| Sie ist am 1. fällig.",
        "Bitte melden Sie sich bei Hrn. Keller.| Danke.",
        "Es gilt Ziff. 3 und Abs. 2.| Mehr steht im Anhang.",
        "Apportez p. ex. une gourde.| Mme. Roux vous attend.",
        "Die Frist endet am 31.| Danach verfällt sie.",
        "Der Saal fasst 30.| Der Garten fasst 50.",
        "He came on day 3.| September was wet.",
        "It was late on 30.| August came.",
    ],
)
def test_chunk1_german_and_french_sentences_end_where_they_end(labelled):
    text = labelled.replace("|", "")
    assert [text[start:end] for start, end in sentences(text)] == [part.strip() for part in labelled.split("|")]
