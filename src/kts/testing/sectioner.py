"""What every sectioner must keep: `check_sectioner` (CHUNK-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kts.testing.rules import Unharmed, check_identity, require, require_equal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kts.ports import Sectioner
    from kts.types import Section

WITHOUT_HEADINGS = ("", "   \n\n  ", "just a few words of text, and no heading anywhere near them.\n")


def check_sectioner(
    sectioner: Sectioner, samples: Iterable[str], *, markup: str = "markdown", headings: bool = True
) -> None:
    """Raise AssertionError naming the first rule of `ports.Sectioner` that does not hold.

    `samples` are canonical texts; unless `headings` is off, one of them at least must have sections.
    """
    check_identity(sectioner, "sectioner")
    for text in WITHOUT_HEADINGS:
        found = _sections(sectioner, text, markup)
        require_equal(found, (), f"sectioner: a text without any headings has no sections: {text!r}")
    counts = [len(_checked(sectioner, text, markup)) for text in samples]
    if headings:
        require(any(counts), "sectioner: one of the samples at least has sections", counts)


def _sections(sectioner: Sectioner, text: str, markup: str) -> tuple[Section, ...]:
    with Unharmed("sectioner: any text gives sections or none, not an exception"):
        first = sectioner.sections(text, markup=markup)
        again = sectioner.sections(text, markup=markup)
    require(first == again, "sectioner: deterministic: the same text gives the same sections")
    return first


def _checked(sectioner: Sectioner, text: str, markup: str) -> tuple[Section, ...]:
    found = _sections(sectioner, text, markup)
    require(isinstance(found, tuple), "sectioner: sections are a tuple", type(found).__name__)
    for index, section in enumerate(found):
        require_equal(section.index, index, "sectioner: `index` counts from 0 in reading order")
        _check_span(section, text)
        _check_heading(section)
        _check_parent(section, found)
        _check_following(section, found)
    return found


def _check_span(section: Section, text: str) -> None:
    span = section.span
    inside = 0 <= span.start < span.end <= len(text)
    require(inside, "sectioner: spans lie inside the text and are not empty", section)


def _check_heading(section: Section) -> None:
    require(section.level >= 1, "sectioner: the top level is 1", section)
    for words in (section.number, section.heading):
        one_line = len(words.splitlines()) <= 1
        require(one_line, "sectioner: number and heading are one line each", section)
    require(not section.id, "sectioner: `id` is left empty; it is computed from the text", section)


def _check_parent(section: Section, found: Sequence[Section]) -> None:
    if section.parent is None:
        return
    require(0 <= section.parent < section.index, "sectioner: a parent comes before its children", section)
    parent = found[section.parent]
    require(parent.level < section.level, "sectioner: a parent is of a higher level", section)
    within = parent.span.start <= section.span.start and section.span.end <= parent.span.end
    require(within, "sectioner: a section lies within its parent", section)


def _check_following(section: Section, found: Sequence[Section]) -> None:
    for later in found[section.index + 1 :]:
        require(later.span.start >= section.span.start, "sectioner: sections are in reading order", later)
        if later.level <= section.level:
            ended = section.span.end <= later.span.start
            require(ended, "sectioner: a section ends before the next heading of its own or a higher level", later)
            return
