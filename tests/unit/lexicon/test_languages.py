"""CONV-5: the language of a text, `und` where it cannot be told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.languages import language_of

KNOWN = {"en", "de", "fr", "es", "it", "nl", "pt", "ja", "zh", "ko", "ru", "ar", "he", "el", "th", "und"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The Servicer shall give notice of the default to each of the holders within thirty days."),
        ("de", "Der Verwalter muss die Inhaber von dem Ausfall in Kenntnis setzen, und das mit einer Frist."),
        ("fr", "Le gestionnaire doit informer les porteurs de la défaillance dans les trente jours qui suivent."),
        ("es", "El administrador debe informar a los tenedores del incumplimiento en un plazo de treinta días."),
        ("it", "Il gestore deve informare i portatori della inadempienza entro il termine di trenta giorni."),
        ("nl", "De beheerder moet de houders van het verzuim op de hoogte stellen en dat binnen een maand."),
        ("pt", "O administrador deve informar os titulares do incumprimento em um prazo de trinta dias e não mais."),
        ("ja", "サービサーは、三十日以内に保有者に通知しなければならない。"),
        ("zh", "服务机构应当在三十日内通知持有人。"),
        ("ko", "서비서는 삼십 일 이내에 보유자에게 통지하여야 한다."),
        ("ru", "Управляющий обязан уведомить держателей в течение тридцати дней."),
        ("ar", "يجب على المدير إخطار الحاملين خلال ثلاثين يوما."),
        ("he", "על המנהל להודיע למחזיקים בתוך שלושים יום."),
        ("el", "Ο διαχειριστής οφείλει να ενημερώσει τους κατόχους."),
        ("th", "ผู้ให้บริการต้องแจ้งผู้ถือภายในสามสิบวัน"),
    ],
)
def test_conv5_the_language_of_running_text(language, text):
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "   \n", "12 34 56", "Northmarch Doverlock Servicer", "— … •", "é à ü"])
def test_conv5_what_cannot_be_told_is_not_guessed(text):
    assert language_of(text) == "und"


def test_conv5_a_name_in_another_script_does_not_decide():
    english = "The notice of the Servicer is given to the holders in writing and by mail. " * 3
    assert language_of(english + "東京 Москва") == "en"


def test_conv5_only_the_beginning_is_looked_at():
    english = "The notice of the Servicer is given to all of the holders. " * 60
    assert language_of(english + "Москва обязан уведомить держателей " * 500) == "en"


@given(st.text(max_size=300))
def test_conv5_any_text_has_a_known_language_or_none(text):
    assert language_of(text) in KNOWN
    assert language_of(text) == language_of(text)


@pytest.mark.parametrize("text", ["Cure: E-7042", "ARTICLE I", "Plan A, La Jolla"])
def test_conv5_two_or_three_words_are_too_few_to_tell(text):
    assert language_of(text) == "und"
