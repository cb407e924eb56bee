"""EVID-4: what may be quoted alone, and what it stands under."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kts.answer.claims.match import matches
from kts.answer.compose import numbered
from kts.answer.units.quotable import Unit, units, without_remarks
from kts.answer.units.statements import stated
from kts.answers import Evidence, pieces
from kts.types import Hit, Passage, Span

TABLE = """Limits of a day are these:

| Role | Limit |
| --- | --- |
| Clerk | $500 |
| Head \\| deputy | $9,000 |
"""


def hit(text: str, *, start: int = 0, kind: str = "prose", document: str = "doc_1") -> Hit:
    metadata = {"document_key": 1, "section": "", "heading": ""}
    span = Span(start, start + len(text))
    return Hit(Passage(f"chunk_{start}", document, "", "chunk", kind, text, span, metadata), 1.0)


def found(text: str, before: str = "", **options: object) -> list[tuple[str, str, str]]:
    return [(one.kind, one.text, one.intro) for one in units([hit(text, **options)], lambda _: before)]  # type: ignore[arg-type]


def test_evid_4_sentences_are_units_with_their_places():
    text = "The fee is $5. It is due on Monday."
    assert [text[one.span.start : one.span.end] for one in units([hit(text)], lambda _: "")] == [
        "The fee is $5.",
        "It is due on Monday.",
    ]


def test_evid_4_rows_stand_under_their_header_and_the_sentence_before():
    rows = [one for one in units([hit(TABLE)], lambda _: "") if one.kind == "row"]
    assert [stated(one, markdown=True) for one in rows] == [
        "Role: Clerk; Limit: $500",
        "Role: Head | deputy; Limit: $9,000",
    ]
    assert all("Limits of a day" in one.intro for one in rows)


def test_evid_4_a_table_that_began_before_the_passage_has_its_header():
    head, _, rest = TABLE.partition("| Clerk")
    row = f"| Clerk{rest}"
    assert [stated(one, markdown=True) for one in units([hit(row)], lambda _: head)] == [
        "Role: Clerk; Limit: $500",
        "Role: Head | deputy; Limit: $9,000",
    ]


def test_evid_4_entries_stand_under_the_line_that_introduces_them():
    text = "Send these with the form:\n\n- a copy of the note\n- the signed letter\n"
    assert found(text) == [
        ("entry", "- a copy of the note", "Send these with the form"),
        ("entry", "- the signed letter", "Send these with the form"),
    ]
    longer = "Whoever asks for a release must send these papers with the form:"
    assert found(f"{longer}\n\n- a copy of the note\n")[1:] == [("entry", "- a copy of the note", longer)]


def test_evid_4_headings_and_rules_are_no_units_but_name_what_follows():
    assert found("## Late charge\n\nIt is five percent.\n") == [("sentence", "It is five percent.", "Late charge")]
    assert found("======\n\nIt is five percent.\n") == [("sentence", "It is five percent.", "")]


def test_evid_4_a_heading_with_a_number_is_one_line_and_names_what_follows():
    text = "## 8. What changed from version 3\n\n| Topic | New |\n|---|---|\n| Rate | 5 % |\n"
    label = "8. What changed from version 3 | Topic | New |"
    assert found(text) == [("row", "| Rate | 5 % |", label)]


def test_evid_4_what_overlapping_passages_share_comes_once():
    whole = "One is here. Two is there. Three is away."
    first, second = whole[:26], whole[13:]
    again = units([hit(first), hit(second, start=13)], lambda _: "")
    assert [one.text for one in again] == ["One is here.", "Two is there.", "Three is away."]


def test_evid_4_front_matter_is_no_answer():
    assert not found("title: Late charges", kind="metadata")


@given(st.text(alphabet="ab .|\n-#:1*", max_size=200))
def test_evid_4_every_unit_is_the_documents_text(text):
    start = 7
    for one in units([hit(text, start=start)], lambda _: ""):
        assert text[one.span.start - start : one.span.end - start] == one.text
        assert stated(one, markdown=True) is not None


def test_evid_4_a_question_in_the_text_names_its_answer_which_is_quoted_whole():
    text = "Q: Can I get a refund?\nA: Yes, until Friday. After that you can pass your place on.\n\nThe pool is deep.\n"
    assert found(text) == [
        ("sentence", "A: Yes, until Friday. After that you can pass your place on.", "Can I get a refund?"),
        ("sentence", "The pool is deep.", ""),
    ]
    assert next(stated(one, markdown=True) for one in units([hit(text)], lambda _: "")).startswith("Yes, until Friday.")


def test_evid_4_a_question_within_a_paragraph_is_a_sentence():
    text = "He asked: may we go? They may."
    assert [one for _, one, _ in found(text)] == ["He asked: may we go?", "They may."]


def test_evid_4_a_short_entry_is_quoted_whole_and_a_long_one_by_sentence():
    assert [one for _, one, _ in found("1. Press *Renew*. Two persons are needed.\n2. Wait.\n")] == [
        "1. Press *Renew*. Two persons are needed.",
        "2. Wait.",
    ]
    long = f"1. Press it {'very ' * 60}hard. Two persons are needed."
    assert len(found(long)) == 2


def test_evid_4_all_entries_stand_under_the_line_that_introduces_them():
    lead = "The nurse passes the call on, whatever the hour, if the child:"
    rows = found(f"{lead}\n\n1. is younger than three months;\n2. is hard to wake. It sleeps on.\n3. has a rash.\n")
    assert [intro for kind, _, intro in rows if kind == "entry"] == [lead, lead, lead]


def test_evid_4_clauses_that_begin_with_their_number_are_units_of_their_own():
    text = "3.3 The wall may go if the owner is told within one month.\n3.4 Kilns above 9 kW need consent."
    assert [one for _, one, _ in found(text)] == text.split("\n")


FENCED = """Check the logs first. Then restart the feed:

```bash
$ feedctl stop --all
  feedctl start
```

Wait for a minute. The feed logs the following when it is ready.

```
feed: ready
```

Done.

```
exit 0
```

[docs]: https://docs.example.com/feed
"""


def test_evid_4_code_is_one_unit_with_the_line_that_introduces_it():
    kinds = [(kind, text.split("\n")[0]) for kind, text, _ in found(FENCED)]
    assert kinds == [
        ("sentence", "Check the logs first."),
        ("sentence", "Then restart the feed:"),
        ("sentence", "Wait for a minute."),
        ("sentence", "The feed logs the following when it is ready."),
        ("sentence", "Done."),
        ("code", "```"),
    ]
    said = [stated(one, markdown=True) for one in units([hit(FENCED)], lambda _: "")]
    assert said[1] == "Then restart the feed:\n```\n$ feedctl stop --all\n  feedctl start\n```"
    assert said[3] == "The feed logs the following when it is ready.\n```\nfeed: ready\n```"
    assert said[5] == "```\nexit 0\n```"


def test_evid_4_code_within_a_list_divides_no_entries():
    opening = "To restart the feed do the following in this order:"
    text = f"{opening}\n\n1. Stop:\n   ```\n   feedctl stop\n   ```\n2. Start it.\n"
    assert [(kind, intro) for kind, _, intro in found(text)][1:] == [("entry", opening), ("entry", opening)]


def test_evid_4_code_that_a_passage_cuts_is_code():
    head = "Run this:\n\n```\nfeedctl stop\n"
    (cut, after) = units([hit("feedctl start\n```\n\nThen wait.")], lambda _: head)
    assert (cut.kind, stated(cut, markdown=True), after.text) == ("code", "```\nfeedctl start\n```", "Then wait.")
    (begun,) = units([hit(head)], lambda _: "")
    assert stated(begun, markdown=True) == "Run this:\n```\nfeedctl stop\n```"


def test_evid_4_where_a_link_leads_is_no_answer():
    assert not any("docs.example.com" in text for _, text, _ in found(FENCED))


def test_evid_4_a_passage_within_code_is_code():
    text = "feedctl stop;\nfeedctl clean;\nfeedctl start;\n"
    (cut,) = units([hit(text)], lambda _: "Run this:\n\n```\nset -e\n")
    assert cut.kind == "code"
    assert all(one.kind == "sentence" for one in units([hit(text)], lambda _: "Run this: `set -e`\n"))


def test_evid_4_what_a_term_means_stands_under_the_term():
    text = (
        "max_feeds (integer)\n: Feeds at the same time. The default is 4.\n\nmin_feeds (integer)\n: The least. One.\n"
    )
    assert [(said, intro) for _, said, intro in found(text)][1::2] == [
        ("The default is 4.", "max_feeds (integer)"),
        ("One.", "min_feeds (integer)"),
    ]


def test_evid_4_a_word_in_brackets_belongs_to_the_sentence_before_it():
    assert [said for _, said, _ in found("The key is there twice. (SQLSTATE 23505)\n\nTry again.")] == [
        "The key is there twice. (SQLSTATE 23505)",
        "Try again.",
    ]


def test_evid_4_marks_of_markdown_are_left_out_and_code_is_not():
    text = (
        'Use TLS 1\\.2, the *source* of [the guide](guide.md#tls "Guide"), [the portal](https://example.com/p) '
        'and [it][1] <a name="x"></a>as `a\\.b*c*`, 2 * 3 * 4 and **now**.'
    )
    (unit,) = units([hit(text)], lambda _: "")
    assert stated(unit, markdown=True) == (
        "Use TLS 1.2, the source of the guide, the portal (https://example.com/p) and it as `a\\.b*c*`, "
        "2 * 3 * 4 and now."
    )
    assert "1\\.2" in stated(unit, markdown=False)


def test_evid_4_what_only_looks_like_a_mark_stays():
    (unit,) = units([hit("Read spin[i][j] of [12][13] with `x**2**3`, and the **bold** [part][p].")], lambda _: "")
    assert stated(unit, markdown=True) == "Read spin[i][j] of [12][13] with `x**2**3`, and the bold part."


def test_evid4_a_row_is_one_whatever_ends_in_its_cells():
    table = "| Reason | Again? | Fee |\n| --- | --- | --- |\n| R10 | No! Tell Compliance. | no |\n"
    (row,) = units([hit(table)], lambda _: "")
    assert stated(row, markdown=True) == "Reason: R10; Again?: No! Tell Compliance.; Fee: no"


def test_evid4_the_header_of_a_long_table_is_found_however_far_above_it_stands():
    table = "Codes.\n\n  | Code | Meaning |\n  | --- | --- |\n" + "".join(
        f"  | E{number} | fault {number} |\n" for number in range(3000)
    )
    at = table.index("| E2990")
    passage = hit(table[at:], start=at)
    first, *_ = units([passage], lambda one: table[max(0, one.span.start - 6000) : one.span.start])
    assert stated(first, markdown=False) == "Code: E2990; Meaning: fault 2990"


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Software at a *** discount, and then at a *** discount based on the price.", None),
        ("For [***] months and [***] shares of it.", None),
        (
            "The **cure** period is ***thirty*** *days*, says `a ** b ** c`.",
            "The cure period is thirty days, says `a ** b ** c`.",
        ),
        ("Sold at **5 %** and **$7**, never **more.**", "Sold at 5 % and $7, never more."),
    ],
)
def test_evid4_only_the_marks_of_markdown_are_left_out(text, page):
    (unit,) = units([hit(text)], lambda _: "")
    assert stated(unit, markdown=True) == (page or text)
    assert stated(unit, markdown=False) == text


def test_evid_4_fences_within_code_are_code():
    text = "Write this:\n\n````\n```bash\nls\n```\n````\n"
    (unit,) = units([hit(text)], lambda _: "")
    said = stated(unit, markdown=True)
    assert said == "Write this:\n```\n```bash\nls\n ```\n```"
    assert pieces(said) == ["Write this:", "```bash\nls\n ```", ""]
    assert numbered(said, "[1]") == "Write this: [1]\n```\n```bash\nls\n ```\n```"
    assert numbered("Run ```ls``` here.", "[2]") == "Run ```ls``` here. [2]"
    assert numbered("```\nls\n```", "[3]") == "[3]\n```\nls\n```"


def test_rows_of_names_and_values_read_as_name_and_value() -> None:
    table = "|  |  |\n| --- | --- |\n| Version | 2.3 |\n| Owner: | HR |\n| **Scope:** | all |\n| 1 | 2 |\n"
    rows = [one for one in units([hit(table)], lambda _: "") if one.kind == "row"]
    assert [stated(one, markdown=True) for one in rows] == ["Version: 2.3", "Owner: HR", "Scope: all", "1; 2"]
    wide = "|  |  |  |  |\n| --- | --- | --- | --- |\n| Name: | Bob | Phone: | 12 |\n"
    rows = [one for one in units([hit(wide)], lambda _: "") if one.kind == "row"]
    assert [stated(one, markdown=True) for one in rows] == ["Name: Bob; Phone: 12"]


def test_fields_of_a_record_are_shown_with_the_way_to_it_once():
    def shown(text):
        return stated(Unit(text, Span(0, len(text)), 0, 0, "sentence"), markdown=False)

    assert shown("messages[].from: customer\nmessages[].text: It hangs.") == "messages: from: customer; text: It hangs."
    assert shown("fees[late].amount: 5\nfees[early].amount: 7") == "fees late: amount: 5; fees early: amount: 7"
    assert shown("service.retries[fast].delay: 30") == "service.retries fast: delay: 30"
    for plain in ("see [link]: http://a.example", "server.port: 8080", "a[0] = b[1].c"):
        assert shown(plain) == plain


COMMENTED = """Travel time is paid at half the fee.

Comment (AB, 2026-01-22) on "Travel time is paid": The client wants it unpaid.
To be settled. Ask Jo.

Lunch is free.
"""


def test_evid_4_a_comment_of_a_reviewer_is_no_statement_of_the_document():
    hits = (hit(COMMENTED, start=50),)
    kept = without_remarks(units(hits, lambda _: ""), hits)
    assert [one.text for one in kept] == ["Travel time is paid at half the fee.", "Lunch is free."]
    assert all(
        "unpaid" not in one.statement.text for one in matches(["The client wants it unpaid."], [Evidence(COMMENTED)])
    )


def test_evid_4_what_is_struck_out_supports_no_claim():
    found = matches(["The period is two weeks."], [Evidence("The period is ~~two weeks~~ one month.")])
    assert [one.statement.text.split() for one in found] == [["The", "period", "is", "one", "month."]]
    assert found[0].statement.span == Span(0, len("The period is ~~two weeks~~ one month."))
