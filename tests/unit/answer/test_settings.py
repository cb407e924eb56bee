"""EVID-4: a setting, a value of a record and an entry of a log are statements of their own."""

from __future__ import annotations

from kts.answer.units.quotable import units
from kts.types import Hit, Passage, Span


def found(text: str, above: str = "") -> list[tuple[str, str]]:
    metadata = {"document_key": 1, "section": "", "heading": ""}
    span = Span(len(above), len(above) + len(text))
    hit = Hit(Passage("chunk_1", "doc_1", "", "chunk", "prose", text, span, metadata), 1.0)
    return [(one.text, one.intro) for one in units([hit], lambda _: above)]


def test_evid_4_each_line_of_a_record_is_a_statement():
    text = "service.image: kite\nservice.timeout: 30\nservice.limits.memory: 2Gi"
    assert [one for one, _ in found(text)] == text.split("\n")


def test_evid_4_a_value_of_several_lines_stays_with_its_key():
    text = "note.id: 7\nnote.text: The pump stops.\n  It starts again\nnote.owner: Ada"
    assert [one for one, _ in found(text)][1:] == ["note.text: The pump stops.\n  It starts again", "note.owner: Ada"]


def test_evid_4_a_setting_stands_under_its_section_and_with_its_comment():
    text = "[queue]\nsize = 40\n; in seconds\ntimeout = 9\n\n[mail]\ntimeout = 5"
    assert found(text) == [
        ("size = 40", "[queue]"),
        ("; in seconds\ntimeout = 9", "[queue]"),
        ("timeout = 5", "[mail]"),
    ]


def test_evid_4_a_section_that_began_before_the_passage_still_encloses():
    assert found("size = 40\ndepth = 3", above="[queue]\nhost = a\n") == [
        ("size = 40", "[queue]"),
        ("depth = 3", "[queue]"),
    ]


def test_evid_4_a_directive_stands_under_its_blocks():
    blocks = "".join(f"  location /{one}/ {{\n    read_timeout {one}s;\n  }}\n" for one in (20, 35))
    text = f"server {{\n{blocks}}}"
    assert found(text) == [(f"read_timeout {one}s;", f"server > location /{one}/") for one in (20, 35)]


def test_evid_4_each_entry_of_a_log_is_a_statement():
    text = "2026-09-14T04:01:17Z WARN pool usage 92%\n2026-09-14T04:03:40Z ERROR pool exhausted"
    assert [one for one, _ in found(text)] == text.split("\n")


def test_evid_4_prose_with_a_colon_and_the_head_of_a_mail_stay_whole():
    prose = "Note: the bridge is closed\nto lorries over 7 t and to\nall others at night."
    mail = "From: Ada\nTo: Ben\nSubject: The bridge"
    assert [one for one, _ in found(prose)] == [prose]
    assert [one for one, _ in found(mail)] == [mail]


def test_evid_4_sentences_behind_a_label_in_words_stay_sentences():
    minutes = "Decision: the lease is not renewed. It ends on 3 May.\nAction: Ada finds another.\nAction: Ben signs."
    assert "It ends on 3 May." in "\n".join(one for one, _ in found(minutes)[1:])


def test_evid_4_a_short_record_of_a_list_is_one_statement_like_a_row():
    one = "ticket[T-7].id: T-7\nticket[T-7].status: open\nticket[T-7].owner: Ada"
    other = one.replace("T-7", "T-8")
    assert [text for text, _ in found(f"{one}\n{other}")] == [one, other]


def test_evid_4_records_without_names_end_where_a_key_comes_again():
    text = "log[].from: Ada\nlog[].said: yes\nlog[].from: Ben\nlog[].said: no"
    assert [one for one, _ in found(text)] == ["log[].from: Ada\nlog[].said: yes", "log[].from: Ben\nlog[].said: no"]


def test_evid_4_of_a_long_record_each_line_is_a_statement():
    lines = [f"play[main].task_{n}: {'turn the valve ' * 10}".strip() for n in range(5)]
    assert [one for one, _ in found("\n".join(lines))] == lines


def test_evid_4_settings_stand_under_the_line_that_says_what_they_are_for():
    assert found("# Values of the mill in production\nreplicas: 6\nports.web: 80") == [
        ("# Values of the mill in production\nreplicas: 6", "Values of the mill in production"),
        ("ports.web: 80", "Values of the mill in production"),
    ]
    assert found("depth = 3\nsize = 4", above="; Queue of the mill\n[queue]\nhost = a\n") == [
        ("depth = 3", "Queue of the mill [queue]"),
        ("size = 4", "Queue of the mill [queue]"),
    ]


def test_evid_4_a_name_with_what_it_is_is_a_statement():
    text = "Machines\n  Kite     grain mill\n  Heron    oil press\n  Wren     sorting line"
    assert [one for one, _ in found(text)] == [
        "Machines", "Kite     grain mill", "Heron    oil press", "Wren     sorting line"
    ]  # fmt: skip
