"""Tickets out of files: JSON, JSON lines, CSV, a mail, a mailbox. Bytes in, tickets out; a mistake names its line."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from kts.errors import UsageError
from kts.lexicon.mailboxes import mails
from kts.tickets.nouns import Ticket

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from email.message import Message

SUFFIXES = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".eml", ".mbox", ".txt", ".md", ".markdown")
ROWS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv")
"""Those that have rows with columns."""
WORDS = frozenset({".txt", ".md", ".markdown"})
"""Files that are one ticket's words."""
MAX_TICKETS = 1_000_000
"""Tickets of one file at most: above, the file is something else (a default, not fitted)."""
REPEATED = 40
"""Characters of a ticket from which a second one like it is no chance (a default, not fitted)."""
MAX_TEXT = 100_000
"""Characters of a ticket that are read; the rest is cut, and said in its metadata (a default, not fitted)."""

ALIASES: Mapping[str, tuple[str, ...]] = {
    "id": (
        *("id", "ticket_id", "ticketid", "ticket", "ticket_no", "ticket_number", "ticket_nr", "ticket_key", "ticket_#"),
        *("number", "no", "nr", "key", "case_id", "case_no", "case_number", "case", "issue_id", "issue_key", "_id"),
        *("request_id", "request_number", "incident_id", "incident_number", "reference", "ticketnummer"),
    ),
    "subject": ("subject", "title", "summary", "betreff", "headline", "short_description"),
    "description": (
        *("description", "body", "text", "message", "content", "details", "question", "beschreibung", "nachricht"),
        *("message_body", "first_message", "problem_description", "comment"),
    ),
    "client_name": (
        *("client_name", "name", "customer", "customer_name", "requester", "requester_name", "from", "author"),
        *("reporter", "contact", "contact_name", "full_name", "submitter"),
    ),
    "email": (
        *("email", "e_mail", "requester_email", "customer_email", "from_email", "contact_email", "mail", "sender"),
        *("email_address", "e_mail_address", "mail_address", "requester_e_mail", "customer_e_mail", "from_address"),
    ),
    "category": ("category", "product", "component", "topic", "queue"),
    "priority": ("priority", "severity", "urgency"),
    "created": (
        *("created", "created_at", "created_on", "creation_date", "date", "date_created", "opened", "opened_at"),
        *("timestamp", "received", "received_at", "submitted_at"),
    ),
    "attachments": ("attachments", "files"),
    "version": (
        "version",
        *(f"{of}_version" for of in ("product", "software", "app", "client", "affected", "affects", "installed")),
        "firmware_version",
        "affects_version/s",
        "versions",
        "produktversion",
    ),
    "plan": (
        *("plan", "edition", "tier", "subscription", "subscription_plan", "plan_name", "customer_plan", "account_plan"),
        *("pricing_plan", "service_plan", "product_edition", "licence_type", "license_type"),
    ),
}
"""Names that columns have in the exports of usual desks, for each field; the first that is there is taken."""

_FIELDS: Mapping[str, str] = {alias: field for field, names in reversed(list(ALIASES.items())) for alias in names}
"""The field of each of these names, of the first where several have it: `--map body=Text` names it as well."""


class Columns(NamedTuple):
    """Which column holds which field: (field, column) pairs that the caller names."""

    named: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, given: Iterable[str]) -> Columns:
        """From `field=column` texts. Raises UsageError for an unknown field or a text without `=`."""
        pairs = []
        for one in given:
            name, mark, column = one.partition("=")
            field = name if name in ALIASES else _FIELDS.get(name.strip().lower(), "")
            if not mark or field not in ALIASES or not column:
                message = f"'{one}' maps no field to a column"
                raise UsageError(message, hint=f"FIELD=COLUMN, where FIELD is one of {', '.join(ALIASES)}")
            pairs.append((field, column))
        return cls(tuple(pairs))


def read(content: bytes, *, name: str, columns: Columns = Columns()) -> tuple[Ticket, ...]:  # noqa: B008 - a value
    """The tickets of a file, by its suffix. Raises UsageError naming file and line."""
    suffix = name[name.rfind(".") :].lower() if "." in name else ""
    if suffix == ".eml":
        return (_of_file(from_mail(content, name=name), content),)
    if suffix == ".mbox":
        return tuple(_mailbox(content, name))
    if suffix in WORDS:
        return (_of_file(_ticket(_worded(_decoded(content, name), suffix), columns, number=1, name=name), content),)
    if suffix not in SUFFIXES and b"\0" in content:
        message = f"{name} is no file of tickets"
        raise UsageError(message, path=name, hint=f"there are {', '.join(SUFFIXES)}")
    rows = _rows(content, suffix, name)
    if rows:
        _columns_exist(columns, rows, name)
    return tuple(_ticket(row, columns, number=number, name=name) for number, row in enumerate(rows, 1))


def kind(content: bytes) -> str:
    """A name for a content without one: JSON, a mail, or just words."""
    head = content.lstrip()[:2000]
    if head[:1] in {b"{", b"["}:
        return "input.json"
    first = head.split(b"\n", 1)[0]
    name, mark, _ = first.partition(b":")
    mail = mark and name.lower() in {b"from", b"to", b"subject", b"date", b"received", b"return-path", b"message-id"}
    return "input.eml" if mail else "input.txt"


def only(tickets: Sequence[Ticket], name: str) -> Ticket:
    """The one ticket of a file. Raises UsageError where there are more, or none."""
    if len(tickets) != 1:
        message = f"{name} holds {len(tickets)} tickets"
        raise UsageError(message, path=name, hint="kts tickets run FILE --out DIR works on many")
    return tickets[0]


def _of_file(ticket: Ticket, content: bytes) -> Ticket:
    """The ticket with the hash of its file, by which it is told among the indexed documents."""
    from hashlib import sha256

    return ticket._replace(metadata={**ticket.metadata, "sha256": sha256(content).hexdigest()})


def _worded(text: str, suffix: str) -> dict[str, str]:
    """The words of a file as a ticket; the heading that Markdown begins with is its subject."""
    heading = re.match(r"\s*#{1,6} +(\S.*?)(?: +#+)? *(?:\r?\n|\Z)", text) if suffix != ".txt" else None
    if heading is None:
        return {"description": text}
    return {"subject": heading[1], "description": text[heading.end() :]}


def from_row(row: Mapping[str, Any], *, columns: Columns = Columns(), name: str = "ticket") -> Ticket:  # noqa: B008
    """A ticket from one mapping of columns to values. Raises UsageError when it has neither subject nor text."""
    return _ticket(row, columns, number=1, name=name)


def rows(content: bytes, *, name: str) -> tuple[Mapping[str, Any], ...]:
    """The rows of a JSON, JSON lines or CSV file as they are: what training and evaluation read."""
    return _rows(content, name[name.rfind(".") :].lower(), name)


def _rows(content: bytes, suffix: str, name: str) -> tuple[Mapping[str, Any], ...]:
    text = _decoded(content, name)
    if suffix in {".csv", ".tsv"}:
        found = tuple(_csv_rows(text, name, "\t" if suffix == ".tsv" else ""))
    elif suffix in {".jsonl", ".ndjson"} or _is_lines(text):
        found = tuple(_json_lines(text, name))
    elif suffix == ".json" or text.lstrip()[:1] in {"{", "["}:
        found = tuple(_json_rows(text, name))
    else:
        raise _without_rows(name, suffix, is_empty=not text.strip())
    if len(found) > MAX_TICKETS:
        message = f"{name} holds more than {MAX_TICKETS:,} tickets"
        raise UsageError(message, path=name, hint="split the file")
    return found


def _without_rows(name: str, suffix: str, *, is_empty: bool) -> UsageError:
    """Of a file of words or a mail rows were wanted, which only tables and records have."""
    known = ROWS if suffix in SUFFIXES else SUFFIXES
    message = f"{name} is {'empty' if is_empty else 'no file of tickets'}"
    return UsageError(message, path=name, hint=f"there are {', '.join(known)}")


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in content:
            message = f"{name}: byte {error.start} is no UTF-8 text"
            raise UsageError(message, path=name, hint="save the file as UTF-8") from None
        return content.decode("cp1252", "replace")  # what exports of older desks are written in


def _is_lines(text: str) -> bool:
    """Whether a JSON text is one object a line, whatever its suffix says."""
    first, _, rest = text.lstrip().partition("\n")
    return first.startswith("{") and first.rstrip().endswith("}") and rest.lstrip().startswith("{")


def _json_lines(text: str, name: str) -> Iterator[Mapping[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield _object(_parsed(line, name, number), name, number)


def _json_rows(text: str, name: str) -> Iterator[Mapping[str, Any]]:
    value = _parsed(text, name, 0)
    if isinstance(value, dict) and isinstance(value.get("tickets"), list):
        value = value["tickets"]
    for number, one in enumerate(value if isinstance(value, list) else [value], 1):
        yield _object(one, name, number)


def _parsed(text: str, name: str, line: int) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        where = line or getattr(error, "lineno", 1)
        message = f"{name}:{where}: no JSON: {error}"
        raise UsageError(message, path=name, hint="mend the line; JSON lines hold one object each") from None


def _object(value: Any, name: str, number: int) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    message = f"{name}: ticket {number} is no object but {str(value)[:40]!r}"
    raise UsageError(message, path=name, hint='a ticket looks like {"id": "1", "subject": "...", "description": "..."}')


def _csv_rows(text: str, name: str, delimiter: str) -> Iterator[Mapping[str, Any]]:
    head = text.split("\n", 1)[0]
    sign = delimiter or max(",;\t|", key=lambda one: (head.count(one), one == ","))
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=sign, strict=True)
    csv.field_size_limit(MAX_TEXT * 10)
    try:
        for row in reader:
            if None in row:
                message = f"{name}:{reader.line_num}: more fields than the header has columns"
                raise UsageError(message, path=name, hint=f"quote fields that hold '{sign}'")
            yield {key: value for key, value in row.items() if value is not None}
    except csv.Error as error:  # raised before the line is counted
        message = f"{name}:{reader.line_num + 1}: {error}"
        raise UsageError(message, path=name, hint="mend the quotes of that line") from None


def _columns_exist(columns: Columns, found: tuple[Mapping[str, Any], ...], name: str) -> None:
    have = {key for row in found[:100] for key in row}
    for field, column in columns.named:
        if column not in have:
            message = f"{name} has no column '{column}' for {field}"
            raise UsageError(message, path=name, hint=f"there are: {', '.join(sorted(map(str, have)))}")


def _ticket(row: Mapping[str, Any], columns: Columns, *, number: int, name: str) -> Ticket:
    lower = {re.sub(r"[\s-]+", "_", str(key).strip().lower()).rstrip("."): key for key in row}
    chosen: dict[str, Any] = {}
    taken = set()
    named = dict(columns.named)
    for field, aliases in ALIASES.items():
        key = named.get(field) or next((lower[alias] for alias in aliases if alias in lower), None)
        if key is not None and key in row and key not in taken:
            chosen[field] = row[key]
            taken.add(key)
    if "description" not in chosen and "subject" not in chosen:
        message = f"{name}: ticket {number} has neither a subject nor a text"
        raise UsageError(message, path=name, hint=f"--map description=COLUMN; there are: {', '.join(map(str, row))}")
    rest = {str(key): value for key, value in row.items() if key not in taken}
    return _made(chosen, rest, number=number, name=name)


def _made(chosen: Mapping[str, Any], rest: dict[str, Any], *, number: int, name: str) -> Ticket:
    from kts.answer.question.signed import closed_off
    from kts.lexicon.mail import headed, parts
    from kts.tickets.attached import unread

    texts = {field: _text(chosen.get(field)) for field in ALIASES if field != "attachments"}
    if not texts["subject"]:
        texts["subject"], texts["description"] = headed(texts["description"])
    if len(texts["description"]) > MAX_TEXT:
        rest = {**rest, "cut": len(texts["description"]) - MAX_TEXT}
    split = parts(texts["description"][:MAX_TEXT])
    body = closed_off(split.body)
    attached = chosen.get("attachments") or ()
    listed = attached if isinstance(attached, list | tuple) else re.split(r"[;|]", str(attached))
    files = tuple(_text(one) for one in listed if one)
    left = rest.get("unread", unread(files))
    rest = {**{name: value for name, value in rest.items() if name != "unread"}, **({"unread": left} if left else {})}
    return Ticket(
        **{
            **texts,
            "id": texts["id"] or f"{name}#{number}",
            "description": body,
            "subject": _line(texts["subject"]),
        },
        attachments=files,
        quoted=split.quoted,
        signature="\n".join(part for part in (split.body[len(body) :].strip(), split.signature) if part),
        metadata=rest,
    )


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dict):
        return _text(value.get("name") or value.get("text") or value.get("value") or "")
    if isinstance(value, list):
        return "\n".join(_text(one) for one in value)
    return str(value).strip()


def _line(text: str) -> str:
    return " ".join(text.split())


# -- mail ----------------------------------------------------------------------------------------------------------


def from_mail(content: bytes, *, name: str) -> Ticket:
    """A ticket from one mail: its own words, its subject and sender; what is quoted and signed beside them."""
    import email
    from email import policy

    message = email.message_from_bytes(content, policy=policy.compat32)
    if not message.keys():
        problem = f"{name} is no mail: it has no header"
        raise UsageError(problem, path=name, hint="an .eml file begins with lines such as From: and Subject:")
    return _from_message(message, content, name)


def _from_message(message: Message, content: bytes, name: str) -> Ticket:
    from email.utils import parseaddr

    from kts.ingest.convert.eml.converter import as_written, attachments, header, iso_date
    from kts.lexicon.mail import unanswered
    from kts.tickets.attached import texts

    conversion = as_written(content)
    text = conversion.text if conversion.outcome in {"ok", "partial"} else ""
    body = text.split("\n\n", 1)[1] if "\n\n" in text else ""
    body = re.sub(r"\n+Attachments:\n+(?:- .*\n?)*\Z", "", f"\n{body}")
    client, address = parseaddr(header(message, "From"))
    files = attachments(content)
    told, left = texts([(one.name, one.body) for one in files])
    fields = {
        "id": header(message, "X-Ticket-ID") or header(message, "Message-ID").strip("<>") or name,
        "subject": unanswered(header(message, "Subject")),
        "description": body,
        "client_name": client,
        "email": address,
        "priority": header(message, "X-Priority") or header(message, "Importance"),
        "created": iso_date(header(message, "Date")),
        "attachments": [one.name for one in files],
    }
    rest: dict[str, Any] = {"message_id": header(message, "Message-ID"), "unread": left}
    rest |= {"automatic": True} if _automatic(message) else {}
    made = _made(fields, rest, number=1, name=name)
    return made._replace(description=f"{made.description}\n\n{told}".strip()) if told else made


def _automatic(message: Message) -> bool:
    """Whether a program sent the mail in answer to another (RFC 3834), or it is a report on one (RFC 6522)."""
    from email.utils import parseaddr

    sent = str(message.get("Auto-Submitted", "no")).split(";")[0].strip().lower()
    sender = parseaddr(str(message.get("From", "")))[1].partition("@")[0].lower()
    return (
        sent.startswith("auto-replied")
        or message.get_content_type() == "multipart/report"
        or sender in {"mailer-daemon", "postmaster"}
        or any(message.get(name) for name in ("X-Autoreply", "X-Autorespond", "X-Failed-Recipients"))
    )


def _mailbox(content: bytes, name: str) -> Iterator[Ticket]:
    """Each mail of an mbox file."""
    found = list(mails(content))
    if not found and content.strip():
        message = f"{name} is no mailbox: no line begins with 'From ' above the header of a mail"
        raise UsageError(message, path=name, hint="one mail alone is an .eml file")
    for number, mail in enumerate(found, 1):
        yield from_mail(mail, name=f"{name}#{number}")


def marked(tickets: Sequence[Ticket]) -> tuple[Ticket, ...]:
    """The tickets, those with the words and the sender of an earlier one with its id as `duplicate_of`.

    Two people may send the same words of a form, and each waits for a reply.
    """
    firsts: dict[tuple[str, str, str], str] = {}
    found = []
    for one in tickets:
        said = " ".join(one.text.lower().split())
        key = (one.email.lower(), one.client_name.lower(), said)
        first = firsts.setdefault(key, one.id) if len(said) >= REPEATED else one.id
        found.append(one if first == one.id else one._replace(metadata={**one.metadata, "duplicate_of": first}))
    return tuple(found)
