"""Fail when a line of the exams beside samples/ is out of shape, or a promised number is not reached.

    python tools/check_exams.py

Checked are keys, types and values of every line, what the keys of a line say about each other, the numbers in
the README files, the tickets against their judgements, and the offsets into outside collections of contracts.
Those collections are looked for in the folder that KTS_SHARED_DATA names, else in ../shared/data; without them
the offsets are not checked. Whether the documents say what is quoted is the work of check_samples.py.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import sys
from collections import Counter
from email import message_from_bytes, policy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
DATA_VARIABLE = "KTS_SHARED_DATA"
COLLECTIONS = {"contracts-credit": "contracts-credit/docs", "cuad": "cuad/contracts_txt"}
"""Source of a label -> the folder of its texts in the outside data."""

Row: TypeAlias = dict[str, Any]
Exams: TypeAlias = dict[str, list[Row]]

# ---- what a line of an exam looks like ---------------------------------------------------------------------------


class Field(NamedTuple):
    """What a key of a line holds.

    `values` are those allowed, of the string or of each string of a list; `inside` is the schema of an object,
    or of each object of a list. Strings must say something unless they are not `filled`.
    """

    kind: type
    values: frozenset[str] = frozenset()
    needed: bool = True
    filled: bool = True
    null: bool = False
    inside: Mapping[str, Field] | None = None


def one_of(words: str, *, needed: bool = True) -> Field:
    """A string out of a few."""
    return Field(str, frozenset(words.split()), needed=needed)


TEXT = Field(str)
MAYBE_EMPTY = Field(str, filled=False)
NOT_ALWAYS = Field(str, needed=False)
OFFSET = Field(int, needed=False)
SPLIT = one_of("train held")
PLACE = {"file": TEXT, "quote": TEXT}
SOURCE = one_of("samples contracts-credit cuad")
QUESTION_KINDS = (
    "lookup definition obligation how_to error_code table_number comparison multi_part multi_hop time_dependent "
    "broad misspelt long_winded paraphrase unanswerable_absent unanswerable_near"
)
EDITS = "number unit date negation modality party comparator quantifier"
ITEM_TYPES = {
    "legal": "Obligation Prohibition Right Definition Condition Statement",
    "technical": "Requirement Procedure Configuration Warning Note Example",
    "research": "Theorem Proof Lemma Algorithm Observation Hypothesis Definition Corollary",
}
REASONS = "legal_threat security payment self_harm vip"
SENTENCE = {
    "id": TEXT,
    "domain": one_of(" ".join(ITEM_TYPES)),
    "file": TEXT,
    "type": one_of(" ".join(ITEM_TYPES.values())),
    "also": one_of("Condition", needed=False),
    "split": SPLIT,
    "actors": Field(list),
    "modality": one_of("shall may must must_not may_not none"),
    "negated": Field(bool),
}
TARGET = {
    "kind": one_of("section article exhibit schedule paragraph definition bibliography external"),
    "number": TEXT,
    "file": Field(str, null=True),
}
TICKET = dict.fromkeys("requester subject body product version".split(), MAYBE_EMPTY)
TICKET |= dict.fromkeys("ticket_id created channel".split(), TEXT)

SCHEMAS: dict[str, Mapping[str, Field]] = {
    "questions.jsonl": {
        "id": TEXT,
        "question": TEXT,
        "kind": one_of(QUESTION_KINDS),
        "split": SPLIT,
        "answerable": Field(bool),
        "places": Field(list, inside=PLACE),
        "answer": MAYBE_EMPTY,
        "near": Field(dict, needed=False, null=True, inside={**PLACE, "why": TEXT}),
    },
    "claims.jsonl": {
        "id": TEXT,
        "claim": TEXT,
        "label": one_of("supported contradicted"),
        "edit": one_of("none " + EDITS),
        "split": SPLIT,
        **PLACE,
        "reason": TEXT,
        "wording": one_of("paraphrase unit_conversion date_format negation_kept literal", needed=False),
    },
    "tickets/judged.jsonl": {
        "id": TEXT,
        "split": SPLIT,
        "outcome": one_of("answerable escalate invalid spam out_of_scope injection near_miss"),
        "articles": Field(list),
        "quote": MAYBE_EMPTY,
        "escalate_reason": one_of(REASONS, needed=False),
        "class": one_of("payments access reporting imaging queue escrow late_charge payoff privacy other"),
        "personal_data": Field(list, frozenset("name email phone account_number card_number address".split())),
        "why": TEXT,
    },
    "structure/sentences.jsonl": {**SENTENCE, "quote": TEXT},
    "structure/sentences_by_offset.jsonl": {**SENTENCE, "source": SOURCE, "start": Field(int), "end": Field(int)},
    "structure/definitions.jsonl": {
        "id": TEXT,
        "file": TEXT,
        "source": SOURCE,
        "term": TEXT,
        "kind": one_of("inline parenthetical redefined incorporated glossary table not_a_definition"),
        "quote": NOT_ALWAYS,
        "start": OFFSET,
        "split": SPLIT,
    },
    "structure/references.jsonl": {
        "id": TEXT,
        "file": TEXT,
        "source": SOURCE,
        "surface": TEXT,
        "quote": NOT_ALWAYS,
        "start": OFFSET,
        "target": Field(dict, inside=TARGET),
        "relative": Field(bool, needed=False),
        "split": SPLIT,
    },
}


def misshapen(row: Row, schema: Mapping[str, Field]) -> Iterator[str]:
    """What is wrong with the keys, types and values of an object."""
    yield from (f"unknown key {name!r}" for name in row if name not in schema)
    for name, field in schema.items():
        if name in row:
            yield from (f"{name}: {fault}" for fault in wrong(row[name], field))
        elif field.needed:
            yield f"no key {name!r}"


def wrong(value: Any, field: Field) -> Iterator[str]:
    """What is wrong with one value."""
    if value is None and field.null:
        return
    if type(value) is not field.kind:
        yield f"{value!r} is no {field.kind.__name__}"
    elif isinstance(value, list):
        element = Field(dict if field.inside else str, field.values, inside=field.inside)
        yield from (fault for one in value for fault in wrong(one, element))
    elif isinstance(value, dict):
        yield from misshapen(value, field.inside or {})
    elif field.values and value not in field.values:
        yield f"{value!r} is none of {', '.join(sorted(field.values))}"
    elif isinstance(value, str) and field.filled and not value.strip():
        yield "is empty"


# ---- what the keys of a line must say about each other -------------------------------------------------------------


def question_contradicts(row: Row) -> Iterator[str]:
    """An answerable question has an answer and its places; another has neither."""
    answerable = row["answerable"]
    if answerable == row["kind"].startswith("unanswerable"):
        yield "kind and answerable disagree"
    if answerable != bool(row["places"]) or answerable != bool(row["answer"]):
        yield "places and answer belong to answerable questions, and to each of them"
    if row["kind"] == "unanswerable_near" and not row.get("near"):
        yield "does not say what it is near to"


def claim_contradicts(row: Row) -> Iterator[str]:
    """A false claim names its edit, a true one its wording."""
    supported = row["label"] == "supported"
    if supported != (row["edit"] == "none") or supported != ("wording" in row):
        yield "label, edit and wording disagree"


def ticket_contradicts(row: Row) -> Iterator[str]:
    """Articles and quote belong to answerable tickets, the reason to escalated ones."""
    answerable = row["outcome"] == "answerable"
    if answerable != bool(row["articles"]) or answerable != bool(row["quote"]):
        yield "articles and quote belong to answerable tickets, and to each of them"
    if (row["outcome"] == "escalate") != ("escalate_reason" in row):
        yield "escalate_reason belongs to escalated tickets, and to each of them"


def sentence_contradicts(row: Row) -> Iterator[str]:
    """Each domain has its own types."""
    if row["type"] not in ITEM_TYPES[row["domain"]].split():
        yield f"{row['type']} is no type of {row['domain']} sentences"


def pointer_contradicts(row: Row) -> Iterator[str]:
    """Samples are pointed at by quote, with the words inside it; the outside collections by offset."""
    if ("quote" in row) == ("start" in row) or ("quote" in row) != (row["source"] == "samples"):
        yield "quote is for samples, start for the others"
    if squeezed(row.get("term") or row["surface"]) not in squeezed(row.get("quote", "")) and "quote" in row:
        yield "its words are not in its quote"


AGREEMENTS: dict[str, Callable[[Row], Iterator[str]]] = {
    "questions.jsonl": question_contradicts,
    "claims.jsonl": claim_contradicts,
    "tickets/judged.jsonl": ticket_contradicts,
    "structure/sentences.jsonl": sentence_contradicts,
    "structure/sentences_by_offset.jsonl": sentence_contradicts,
    "structure/definitions.jsonl": pointer_contradicts,
    "structure/references.jsonl": pointer_contradicts,
}


# ---- reading -------------------------------------------------------------------------------------------------------


def squeezed(text: str) -> str:
    """Each run of white space as one blank."""
    return " ".join(text.split())


def lines_of(path: Path) -> list[Row]:
    """The objects of a JSONL file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def tickets_of(samples: Path) -> list[tuple[str, Row]]:
    """(where from, ticket) of all three kinds of file; a mail counts as subject and body."""
    folder = samples / "tickets"
    with (folder / "tickets.csv").open(encoding="utf-8", newline="") as stream:
        tickets = [("tickets.csv", dict(row)) for row in csv.DictReader(stream)]
    tickets += [("tickets.json", row) for row in json.loads((folder / "tickets.json").read_text(encoding="utf-8"))]
    return tickets + [(path.name, mail_ticket(path)) for path in sorted((folder / "threads").glob("*.eml"))]


def mail_ticket(path: Path) -> Row:
    """The mail as a ticket."""
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    body = mail.get_body(("plain", "html"))
    return {
        "ticket_id": str(mail["X-Ticket-ID"]),
        "created": str(mail["Date"]),
        "channel": "email",
        "requester": str(mail["From"] or ""),
        "subject": str(mail["Subject"] or ""),
        "body": str(body.get_content()) if body else "",
        "product": "",
        "version": "",
    }


# ---- the checks: each yields problems ------------------------------------------------------------------------------


def bad_lines(exams: Exams) -> Iterator[str]:
    """Lines outside their schema, at odds with themselves, or with an id that is taken."""
    for name, rows in exams.items():
        for row in rows:
            faults = list(misshapen(row, SCHEMAS[name])) or list(AGREEMENTS[name](row))
            yield from (f"{name}: {row.get('id')}: {fault}" for fault in faults)
        counted = Counter(row.get("id") for row in rows)
        yield from (f"{name}: {key}: id is used {times} times" for key, times in counted.items() if times > 1)


def lost_offsets(exams: Exams, data: Path) -> Iterator[str]:
    """Labels whose offset is not where their words stand in the outside collections."""

    @cache
    def text(source: str, file: str) -> str | None:
        path = data / COLLECTIONS[source] / file
        return path.read_bytes().decode("utf-8") if path.is_file() else None

    for name, rows in exams.items():
        for row in (row for row in rows if "start" in row):
            whole = text(row["source"], row["file"])
            if whole is None:
                yield f"{name}: {row['id']}: {row['source']} has no {row['file']}"
            elif not pointed(row, whole):
                yield f"{name}: {row['id']}: offset {row['start']} is not the place"


def pointed(row: Row, text: str) -> bool:
    """Whether the words are at the offset; a sentence is held against its modal verb."""
    start = row["start"]
    if "end" not in row:
        return text.startswith(row.get("term") or row["surface"], start)
    modal = row["modality"].split("_")[0].replace("none", "")
    return 0 <= start < row["end"] <= len(text) and modal in text[start : row["end"]].lower()


def bad_tickets(tickets: Sequence[tuple[str, Row]], judged: Sequence[Row]) -> Iterator[str]:
    """Tickets without a judgement, out of shape, or without the personal data that they are said to hold."""
    schema = {
        **TICKET,
        "contact": Field(dict, needed=False, inside=dict.fromkeys(("name", "email", "phone"), MAYBE_EMPTY)),
    }
    texts = {row["ticket_id"]: f"{row['subject']}\n{row['body']}" for _, row in tickets}
    for file, row in tickets:
        yield from (f"tickets: {file}: {row['ticket_id']}: {fault}" for fault in misshapen(row, schema))
        if file.endswith(".eml") and file != f"{row['ticket_id']}.eml":
            yield f"tickets: {file}: X-Ticket-ID is {row['ticket_id']}"
    counted = Counter(row["ticket_id"] for _, row in tickets)
    yield from (f"tickets: {key}: {times} tickets" for key, times in counted.items() if times > 1)
    for key in sorted(set(texts) ^ {row["id"] for row in judged}):
        yield f"tickets: {key}: {'not judged' if key in texts else 'judged, but there is no such ticket'}"
    for row in judged:
        found = personal(texts.get(row["id"], ""))
        for kind in sorted((found ^ set(row["personal_data"])) & {"email", "phone", "card_number"}):
            yield f"tickets: {row['id']}: {kind} is {'in the text' if kind in found else 'not in the text'}"


CARD = re.compile(r"(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)")
MAIL = re.compile(r"[\w.+-]+@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)")
PHONE = re.compile(r"(?<!\d)555-01\d\d(?!\d)")


def personal(text: str) -> set[str]:
    """The kinds of personal data that have a shape of their own."""
    found = {"email"} if MAIL.search(text) else set()
    found |= {"phone"} if PHONE.search(text) else set()
    return found | ({"card_number"} if any(luhn(card[0]) for card in CARD.finditer(text)) else set())


def luhn(number: str) -> bool:
    """Whether the check digit of a card number is right (ISO/IEC 7812-1, annex B)."""
    digits = [int(digit) for digit in reversed(number) if digit.isdigit()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


# ---- numbers -------------------------------------------------------------------------------------------------------


HELD = (0.45, 0.55)
"""Share of an exam that is held back: half, give or take what odd counts per kind leave."""


class Counted(NamedTuple):
    """A number that was promised."""

    what: str
    there: int
    least: int


def counts(exams: Exams) -> list[Counted]:
    """Every promised number with what is there."""
    kinds = Counter(row["kind"] for row in exams["questions.jsonl"])
    near, absent = kinds["unanswerable_near"], kinds["unanswerable_absent"]
    judged = exams["tickets/judged.jsonl"]
    reasons = Counter(row.get("escalate_reason") for row in judged)
    return [
        Counted("questions", len(exams["questions.jsonl"]), 300),
        Counted("questions without an answer", near + absent, 80),
        Counted("  of these near to something", near, (near + absent) // 2),
        Counted("claims", len(exams["claims.jsonl"]), 400),
        Counted("tickets", len(judged), 400),
        Counted("tickets to escalate", sum(reasons[reason] for reason in REASONS.split()), 150),
        *(Counted(f"  because of {reason}", reasons[reason], 30) for reason in REASONS.split()),
        Counted("sentences with a type", len(exams["structure/sentences.jsonl"]), 600),
        Counted("definitions", len(exams["structure/definitions.jsonl"]), 300),
        Counted("references", len(exams["structure/references.jsonl"]), 200),
    ]


def too_few(exams: Exams) -> Iterator[str]:
    """Numbers below the promise, and halves that are none."""
    for item in counts(exams):
        print(f"{item.there:6} {item.what} (at least {item.least})")
        if item.there < item.least:
            yield f"{item.what.strip()}: {item.there}, not {item.least}"
    for name, rows in exams.items():
        share = sum(row["split"] == "held" for row in rows) / max(len(rows), 1)
        if not HELD[0] <= share <= HELD[1]:
            yield f"{name}: {share:.0%} is held, not half"


class Table(NamedTuple):
    """A table of counts in a README: lines of `exam` by the fields `by`, and across by the field `across`."""

    readme: str
    head: str
    exam: str
    by: tuple[str, ...]
    across: str = ""


IN_STRUCTURE = "structure/README.md"
BY_SOURCE = "samples | contracts-credit | cuad |"
TABLES = (
    Table("README.md", "| kind | questions |", "questions.jsonl", ("kind",)),
    Table("README.md", "| edit | claims |", "claims.jsonl", ("edit",)),
    Table("tickets/README.md", "| outcome | tickets |", "tickets/judged.jsonl", ("outcome",)),
    Table("tickets/README.md", "| reason of escalation | tickets |", "tickets/judged.jsonl", ("escalate_reason",)),
    Table("tickets/README.md", "| class | tickets |", "tickets/judged.jsonl", ("class",)),
    Table(IN_STRUCTURE, "| domain | type | lines |", "structure/sentences.jsonl", ("domain", "type")),
    Table(IN_STRUCTURE, "| kind | " + BY_SOURCE, "structure/definitions.jsonl", ("kind",), "source"),
    Table(IN_STRUCTURE, "| target kind | " + BY_SOURCE, "structure/references.jsonl", ("target.kind",), "source"),
)
EXAM_ROW = re.compile(r"^\| `([\w./]+\.jsonl)` \| (\d+) \| (\d+) \|", re.MULTILINE)
"""A line of a README that counts an exam: lines, and how many of them are held."""


def wrong_counts(samples: Path, exams: Exams) -> Iterator[str]:
    """Numbers in the README files that are not those of the exams."""
    readmes = {name: (samples / name).read_text(encoding="utf-8") for name in {table.readme for table in TABLES}}
    for name, text in sorted(readmes.items()):
        for file, lines, held in EXAM_ROW.findall(text):
            rows = exams[(Path(name).parent / file).as_posix()]
            there = (len(rows), sum(row["split"] == "held" for row in rows))
            if (int(lines), int(held)) != there:
                yield f"{name}: {file} has {there[0]} lines, {there[1]} of them held"
    for table in TABLES:
        yield from wrong_table(table, readmes[table.readme], exams[table.exam])


def wrong_table(table: Table, readme: str, rows: Sequence[Row]) -> Iterator[str]:
    """Cells of one table that do not hold, and kinds that it leaves out."""
    columns = [cell.strip() for cell in table.head.strip("|").split("|")][len(table.by) :] if table.across else [""]
    fields = (*table.by, *((table.across,) if table.across else ()))
    there = Counter(tuple(value(row, field) for field in fields) for row in rows)
    there.pop(("None",), None)
    said = Counter[tuple[str, ...]]()
    for line in readme.partition(table.head + "\n")[2].split("\n\n")[0].splitlines()[1:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        keys, numbers = cells[: len(table.by)], cells[len(table.by) :]
        for column, number in zip(columns, numbers, strict=True):
            said[(*keys, *([column] if column else ()))] = int(number)
    for key in sorted(set(said) | set(there)):
        if said[key] != there[key]:
            yield f"{table.readme}: {' '.join(key)}: says {said[key]}, there are {there[key]}"


def value(row: Row, field: str) -> str:
    """A field of a line, also of an object in it (`target.kind`), as a table shows it."""
    first, _, rest = field.partition(".")
    return value(row[first], rest) if rest else str(row.get(first))


# ---- all of it -----------------------------------------------------------------------------------------------------


def check(samples: Path, data: Path) -> list[str]:
    """Print the counts and what could not be checked; return the problems."""
    exams = {name: lines_of(samples / name) for name in SCHEMAS}
    problems = list(bad_lines(exams))
    if problems:  # the other checks rely on the shape
        return problems
    problems += too_few(exams)
    problems += wrong_counts(samples, exams)
    problems += bad_tickets(tickets_of(samples), exams["tickets/judged.jsonl"])
    if data.is_dir():
        problems += lost_offsets(exams, data)
    else:
        print(f"offsets into outside collections not checked: no folder {data}; {DATA_VARIABLE} names it")
    return problems


def main(arguments: Sequence[str] = ()) -> int:
    """Check the exams; status 1 and a list when something does not hold."""
    parser = argparse.ArgumentParser(description="Check the exams of samples/.")
    parser.add_argument("--samples", type=Path, default=ROOT / "samples", help="another folder of this shape")
    options = parser.parse_args(arguments)
    data = Path(os.environ.get(DATA_VARIABLE) or ROOT.parent / "shared" / "data")
    problems = check(options.samples, data)
    print("\n".join([*problems, f"exams: {len(problems)} problems" if problems else "the exams hold"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
