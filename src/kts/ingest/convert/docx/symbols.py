"""Characters of the picture fonts that Word writes as private code points (U+F020 to U+F0FF)."""

from __future__ import annotations

PRIVATE = 0xF000
_GREEK = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
_CAPITALS = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_SYMBOL = {
    **{0x61 + index: letter for index, letter in enumerate(_GREEK)},
    **{0x41 + index: letter for index, letter in enumerate(_CAPITALS)},
    0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2D: "\u2212", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥",
    0xA3: "≤", 0xA5: "∞", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓",
    0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "\u00d7", 0xB5: "∝", 0xB6: "∂", 0xB7: "•",
    0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xC5: "⊕", 0xC6: "∅", 0xC7: "∩",
    0xC8: "\u222a", 0xC9: "⊃", 0xCA: "⊇", 0xCB: "⊄", 0xCC: "⊂", 0xCD: "⊆", 0xCE: "∈", 0xCF: "∉",
    0xD0: "∠", 0xD1: "∇", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD5: "∏", 0xD6: "√", 0xD7: "⋅",
    0xD8: "¬", 0xD9: "∧", 0xDA: "\u2228", 0xDB: "⇔", 0xDC: "⇐", 0xDD: "⇑", 0xDE: "⇒", 0xDF: "⇓",
    0xE2: "®", 0xE3: "©", 0xE4: "™", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_WINGDINGS = {
    0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x72: "❒", 0x73: "⬧", 0x75: "◆", 0x76: "❖", 0x77: "⬥",
    0x9F: "•", 0xA7: "▪", 0xA8: "☐", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔",
    0xEF: "⇦", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_WINGDINGS_2 = {0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x54: "☒", 0xA3: "☐", 0x97: "●", 0x98: "•"}
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS, "wingdings 2": _WINGDINGS_2}


def symbol(code: int, font: str) -> str:
    """The character that a picture font shows at a code; empty when the font is not known."""
    table = _FONTS.get(font.strip().lower())
    low = code - PRIVATE if PRIVATE <= code <= PRIVATE + 0xFF else code
    if table is None:
        return "" if code >= PRIVATE else chr(code)
    return table.get(low, chr(low) if table is _SYMBOL and 0x20 <= low < 0x7F else "")  # noqa: PLR2004 - ASCII


def readable(text: str, font: str) -> str:
    """The text with its private code points read as the font shows them."""
    if text.isascii():
        return text
    return "".join(symbol(ord(sign), font) if PRIVATE <= ord(sign) <= PRIVATE + 0xFF else sign for sign in text)
