"""What kind of answer a question asks for, by its words, and which types of documents usually give it (SPEC QRY-2)."""

from __future__ import annotations

import re

DOC_TYPES: dict[str, tuple[str, ...]] = {
    "error_lookup": ("TROUBLESHOOT", "REFERENCE"),
    "troubleshoot": ("TROUBLESHOOT",),
    "file_capability": ("USER_GUIDE", "RELEASE_NOTES"),
    "how_to": ("SOP", "USER_GUIDE"),
    "definition": ("REFERENCE",),
    "obligation": ("CONTRACT", "POLICY"),
    "comparison": (),
    "policy": ("POLICY",),
    "sop": ("SOP",),
    "reference": ("REFERENCE",),
    "guide": ("GUIDE",),
    "general": (),
}
"""Types of documents that an intent prefers: the original design's map; obligations are ours."""

_CUES = {
    "error_lookup": r"\b(?:errors?|codes?|exceptions?|alerts?|messages?|warnings?)\b.*"
    r"\b(?:mean|means|meaning|stand|says?)\b"
    r"|\bwhat (?:does|is) (?:error|code)\b|\berror (?:code|message|number)\b"
    r"|(?<![\w-])[A-Z]{1,6}[-_:]?[A-Z]{0,4}[-_]?\d{3,6}(?!\w)",
    "troubleshoot": r"\b(?:not work\w*|fail(?:s|ed|ing|ure)?|crash\w*|stuck|freez\w*|hangs?|broken|cannot|can't|unable|"
    r"troubleshoot\w*|fix(?:ed|ing)?|resolve|repair|problems?|issues?|wrong|keeps? \w+ing|won't|doesn't|isn't|"
    r"times? out|refused|rejected)\b",
    "file_capability": r"\b(?:which|what) (?:file )?(?:formats?|file types?|extensions?)\b"
    r"|\b(?:support|open|import|export|convert|read)\w*\b.*\b(?:files?|formats?|pdf|csv|xlsx?|docx?|xml|json)\b",
    "how_to": r"\bhow (?:do|can|to|should|does one|would)\b|\bsteps?\b|\bset(?:ting)? up\b|\bconfigur\w+|\binstall\w*"
    r"|\bwhere do i\b",
    "definition": r"\bdefin\w+|\bmeaning\b|\bwhat does .{1,60} mean\b|\bwhat (?:is|are) (?:an?|the term)\b"
    r"|\bstands? for\b",
    "obligation": r"\b(?:must|shall|obligat\w+|obliged|required|requires?|responsible|entitled|allowed to|may the|"
    r"within how many|have to|has to|deadline|terminate)\b",
    "comparison": r"\b(?:versus|vs|compare\w*|comparison|differ\w*|as opposed to|contrast)\b",
    "policy": r"\bpolic(?:y|ies)\b|\ballowed\b|\bpermitted\b|\bprohibited\b|\bforbidden\b|\bcode of conduct\b",
    "sop": r"\bsops?\b|\b(?:standard )?operating procedures?\b|\bwork instructions?\b",
    "reference": r"\breference\b|\bglossary\b|\bdata dictionary\b|\blist of\b|\btable of\b",
    "guide": r"\b(?:guides?|tutorials?|handbooks?)\b",
}


def intents_of(text: str) -> tuple[str, ...]:
    """The intents of a question, the most telling first; `general` where no cue stands."""
    found = tuple(name for name, cue in _CUES.items() if re.search(_spelled(name, cue), text))
    return found or ("general",)


def _spelled(name: str, cue: str) -> str:
    """Codes are written in capitals; all else is read in any case."""
    return cue if name == "error_lookup" else f"(?i){cue}"


def doc_types_for(intents: tuple[str, ...]) -> tuple[str, ...]:
    """The types of documents that the intents prefer, in order."""
    return tuple(dict.fromkeys(kind for intent in intents for kind in DOC_TYPES[intent]))
