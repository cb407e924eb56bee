"""IDX-4: the phrases that a text is about."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kts.lexicon.keyphrases import keyphrases, overlap

LABELLED = (
    (
        """The Servicer shall remit the monthly remittance to the Trustee. The monthly remittance includes late charges.
        Late charges are capped. The Trustee holds the custodial account, and the custodial account bears interest.""",
        ("monthly remittance", "late charges", "custodial account"),
    ),
    (
        """Kubernetes pods restart when memory limits are exceeded. Set memory limits in the deployment manifest;
        memory limits apply per container.""",
        ("memory limits", "deployment manifest"),
    ),
    (
        """A record retention period begins at payoff. The record retention period is seven years, and the compliance
        officer may extend the record retention period. The compliance officer reports each quarter.""",
        ("record retention period", "compliance officer"),
    ),
    (
        """Open the payment queue and release the wire transfer. A wire transfer above the approval limit needs two
        approvers; the approval limit is in the payment queue.""",
        ("payment queue", "wire transfer", "approval limit"),
    ),
)


def test_idx4_precision_and_recall_on_labelled_texts():
    wanted = {(number, phrase) for number, (_, phrases) in enumerate(LABELLED) for phrase in phrases}
    found = {
        (number, phrase.text)
        for number, (text, phrases) in enumerate(LABELLED)
        for phrase in keyphrases(text, limit=len(phrases))
    }
    assert len(wanted & found) / len(found) >= 0.8, "precision"
    assert len(wanted & found) / len(wanted) >= 0.8, "recall"


@given(st.text(max_size=400))
def test_idx4_every_phrase_stands_in_the_text_and_scores_fall(text):
    found = keyphrases(text)
    scores = [phrase.score for phrase in found]
    assert scores == sorted(scores, reverse=True)
    squeezed = " ".join(text.split())
    assert all(phrase.surface.split()[0] in squeezed for phrase in found)
    assert found == keyphrases(text)


def test_idx4_overlap_is_jaccard():
    assert overlap(["a", "b"], ["b", "c"]) == 1 / 3
    assert overlap([], []) == 0.0
