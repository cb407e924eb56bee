"""CONV-3, EVID-9: what a document says of its own end, and tables that have its number and its day in one row."""

from __future__ import annotations

import pytest

from kts.ingest.metadata import described
from kts.ingest.metadata_tables import unfolded

HEADS = "# Rinsing\n\n| Doc. no. | Issue | Valid from | Status | Owner |\n| --- | --- | --- | --- | --- |\n"
SAID = [
    (f"{HEADS}| WI-7 | 3 | 1 March 2025 | Released | J. Roe |\n", "effective", "2025-03-01"),
    (f"{HEADS}| WI-7 | 3 | 1 March 2025 | Released | J. Roe |\n", "version", "3"),
    (
        f"{HEADS}| WI-7 | 3 | 1 March 2025 | Superseded by issue 4 on 2 May 2026 | J. Roe |\n",
        "effective_to",
        "2026-05-01",
    ),
    (
        f"{HEADS}| WI-7 | 3 | 1 March 2025 | Superseded by issue 4 on 2 May 2026 | - |\n",
        "superseded_by",
        "issue 4 on 2",
    ),
    (f"{HEADS}| WI-7 | 3 | 1 March 2025 | Obsolete | J. Roe |\n", "out_of_force", "obsolete"),
    (f"{HEADS}| WI-7 | 3 | 1 March 2025 | Withdrawn | J. Roe |\n", "out_of_force", "withdrawn"),
    ("| Status | Superseded by Rev. D on 2 May 2026 |\n| Rev. | C |\n", "superseded_by", "Rev D on 2 May 2026"),
    ("WI-7 rev. 3. Status: replaced by rev 4 since 2 May 2026.\n", "superseded_by", "rev 4 since 2 May 2026"),
    ("WI-7 rev. 3. Status: replaced by rev 4 since 2 May 2026.\n", "effective_to", "2026-05-01"),
    ("# Memo 9\n\n| Date | 2 May 2026 |\n| Valid | 4 May 2026 to 9 June 2026 |\n", "effective", "2026-05-04"),
    ("# Memo 9\n\n| Date | 2 May 2026 |\n| Valid | 4 May 2026 to 9 June 2026 |\n", "effective_to", "2026-06-09"),
    ("# Memo 9\n\nThe tender is valid 4 May 2026 to 9 June 2026.\n", "effective", ""),
    ("CARTON TEXTS  v3  -- replaced by v4\n[1] Keep dry.", "superseded_by", "version 4"),
    ("# Hire (valid from 1 May 2024; replaced on 1 March 2026)\n", "effective_to", "2026-02-28"),
    ("# Hire (valid from 1 May 2024; replaced on 1 March 2026)\n", "effective", "2024-05-01"),
    ("# Hire (valid from 1 May 2024 until 28 February 2026)\n", "effective_to", "2026-02-28"),
    ("# Rinsing\n\nThis procedure was replaced on 1 March 2026.\n", "effective_to", "2026-02-28"),
    ("# Rinsing (superseded by QP-18)\n", "superseded_by", "QP-18"),
    ("# Rinsing\n\n**Status:** obsolete\n", "out_of_force", "obsolete"),
    ("# Rinsing\n\nOBSOLETE \u2013 do not use\n", "out_of_force", "obsolete"),
    ("# Rinsing\n\nThis procedure is no longer in force.\n", "out_of_force", "no longer in force"),
    ("# Cover note\n\nPeriod of insurance: 1 May 2023 to 30\nApril 2024.\n", "insured_to", "2024-04-30"),
    ("| Policy period | from 1 May 2023 to 30 April 2024 |\n| Insured | J. Roe |\n", "insured_to", "2024-04-30"),
    ("Hire of tents, prices net in EUR, valid 1 Mar \u2013 31 Oct 2026\n", "effective_to", "2026-10-31"),
    ("# Rinsing\n\nThis issue C replaces issue B.\n", "supersedes", "issue B"),
    ("# Rinsing\n\nThis revision 4 replaces revision 3 of WI-7.\n", "supersedes", "revision 3 of WI-7"),
    ("# Rinsing\n\nRev 4 supersedes Rev 3.\n", "supersedes", "Rev 3"),
    ("# Rinsing\n\nReplaces Rev. 3 of WI-7. More.\n", "supersedes", "Rev 3 of WI-7"),
]
NOT_SAID = [
    ("# Cover note\n\nPeriod of insurance: 1 May 2023 to 30 April 2024.\n", "effective_to"),
    ("# Lease\n\nTerm: 1 May 2023 to 30 April 2024.\n", "insured_to"),
    (f"{HEADS}| WI-7 | 3 | not yet | Draft for comment | J. Roe |\n", "version"),
    (f"{HEADS}| WI-7 | 3 | 1 May 2025 | x | - |\n| WI-8 | 4 | 1 May 2026 | Obsolete | - |\n", "effective"),
    (f"{HEADS}| WI-7 | 3 | 1 May 2025 | x | - |\n| WI-8 | 4 | 1 May 2026 | Obsolete | - |\n", "out_of_force"),
    ("| Part | Version | Supplier | Price |\n| --- | --- | --- | --- |\n| Valve | 3 | Acme | 4 EUR |\n", "version"),
    (
        "| Action | Owner | Due | Status |\n| --- | --- | --- | --- |\n| Seal | J. Roe | 1 May 2026 | Obsolete |\n",
        "out_of_force",
    ),
    ("# Complaint 12\n\nStatus: withdrawn\n", "out_of_force"),
    ("# Rinsing\n\nObsolete parts are destroyed. The status obsolete is set by the owner.\n", "out_of_force"),
    ("# Rinsing\n\nOBSOLETE PARTS\n\nThese are destroyed.\n", "out_of_force"),
    ("# Rinsing\n\nThis procedure is obsolete once the line is closed.\n", "out_of_force"),
    ("# Rinsing\n\nThe form (replaced by form FM-4 on 1 May 2026) is kept.\n", "superseded_by"),
    ("# Rinsing\n\nThe form (replaced by form FM-4 on 1 May 2026) is kept.\n", "effective_to"),
    ("# Rinsing\n\nThe filter is replaced on 1 March 2026 by Facilities.\n", "effective_to"),
    ("# Compressor K2 \u2013 replaced on 3 May 2026\n", "effective_to"),
    ("# Compressor K2 \u2013 replaced by KX-12 on 3 May 2026\n", "superseded_by"),
    ("# Compressor K2 \u2013 replaced by KX-12 on 3 May 2026\n", "effective_to"),
    ("The pump was checked, replaced by a new one on 3 May 2026, and is fine.\n", "effective_to"),
    ("# Filter\n\nReplaced on 3 May 2026.\n", "effective_to"),
    ("# Filter\n\nStatus: replaced on 3 May 2026\n", "effective_to"),
    ("| Replaces | Issue 2; replaced on 1 March 2026 |\n", "effective_to"),
    ("| Superseded by | Version |\n| --- | --- |\n", "superseded_by"),
    ("# Keys\n\nThe permit (valid until 1 March 2026) hangs at the door.\n", "effective_to"),
    ("# Rinsing\n\nFilters\n\nRev the pump up to 3 and it replaces 2 valves.\n", "supersedes"),
    ("x" * 900 + "\n\nStatus: obsolete\n", "out_of_force"),
]


@pytest.mark.parametrize(("text", "key", "value"), SAID)
def test_conv_3_the_end_of_a_document_in_its_own_words(text, key, value):
    assert str(described(text, {}).get(key, "")).startswith(value)


@pytest.mark.parametrize(("text", "key"), NOT_SAID)
def test_conv_3_the_end_of_something_else_is_none(text, key):
    assert not described(text, {}).get(key)


def test_conv_3_other_tables_stay_as_they_are():
    text = "| Name | Age |\n| --- | --- |\n| Jo | 4 |\n\nText.\n"
    assert unfolded(text) == text
    assert "| Edition | 3 |" in unfolded(f"{HEADS}| WI-7 | 3 | 1 March 2025 | Released | J. Roe |\n\nText.\n")
