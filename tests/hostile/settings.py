"""Attacks by settings, data, transcripts, boxes of mails: nesting, entities, references, what hides between lines."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

from hostile.case import BURIED, Case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hostile.case import World

N = 20_000
_CUE = "00:00:01,000 --> 00:00:02,000\n"
_CELL = '{"cell_type": "code", "source": ["a"], "outputs": [{"text": ["b"]}]}'


def settings(world: World) -> Iterator[Case]:
    """All attacks of this module."""
    for suffix, bodies in (
        ("adoc", _asciidoc(world)),
        ("yaml", _yaml()),
        ("xml", _xml(world)),
        ("srt", _captions()),
        ("mbox", _mailboxes()),
        ("ics", _calendars(world)),
        ("ipynb", _notebooks()),
        ("py", _sources("#")),
        ("js", _sources("//")),
        ("sql", _sources("--")),
        ("sh", _sources("#")),
    ):
        for name, body in bodies.items():
            yield Case(f"{suffix}/{name}.{suffix}", _kind(name), body.encode(), hidden=(BURIED,))
        for name, body in _bytes(world).items():
            yield Case(f"{suffix}/bytes-{name}.{suffix}", "encoding", body)
    for name, body in _pictures().items():
        yield Case(f"png/{name}.png", "damage", body)
    yield Case("none/README", "wrong-extension", b"Plain words.\n")
    yield Case("none/core", "wrong-extension", b"\x7fELF\0\0\1" * 500)
    yield Case("none/Release 1.2", "wrong-extension", world.random.randbytes(5_000))


def _kind(name: str) -> str:
    """The class of an attack by its name; those that each promise something stand in every folder."""
    return {"bomb": "entities", "repeated": "entities", "outside": "external", "include": "external"}.get(
        name, "nesting"
    )


def _sources(mark: str) -> dict[str, str]:
    return {
        "brackets": f"{mark} words\n" + "f([{" * N,
        "open-text": f'{mark} words\nx = """' + "a 'b\n" * N,
        "open-comment": "/* words\n" + " * a\n" * N,
        "open-here": f"{mark} words\ncat <<EOF\n" + "$(a `b\n" * N,
        "slashes": f"{mark} words\na = " + "/a\\/[" * N,
        "marks": f"{mark} words\n" + f"{mark}{mark} " * N,
        "rules": f"{mark} ====\n{mark} words\n" * N,
        "beside": f"a {mark} b\n" * N,
        "parts": f"{mark} words\n@a\ndef f(): g()\n" * N,
    }


def _asciidoc(world: World) -> dict[str, str]:
    return {
        "include": f"= Fees\n\ninclude::{world.outside}[]\n\nimage::{world.server}/a.png[]\n\nwords\n",
        "open-listing": "----\n" + "code\n" * N,
        "open-table": "|===\n" + "|a |b\n" * N,
        "spans": "|===\n" + "99+|a 99*|b\n" * 200 + "|===\n",
        "cells": "|===\n" + "a|" * N + "\n|===\n",
        "frames": "====\n" * N,
        "underlines": "ab\n--\n" * N,
        "attributes": ":a: {b}\n:b: {a}\n\n" + "{a}" * N,
        "references": "<<" * N + "link:" * N + "[" * N,
        "bullets": "".join("*" * (1 + depth % 6) + " a\n" for depth in range(N)),
        "numbers": "".join("." * (1 + depth % 6) + " a\n" for depth in range(N)),
        "terms": "a::" * N,
        "marks": "*a" * N + "[.x]#" * N,
    }


def _yaml() -> dict[str, str]:
    names = [chr(97 + number) for number in range(9)]
    return {
        "bomb": "a: &a [x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"{one}: &{one} [{', '.join([f'*{before}'] * 9)}]\n" for before, one in pairwise(names)),
        "merges": "a: &a {b: c}\n" + "".join(f"k{number}:\n  <<: [*a, *a]\n" for number in range(2_000)),
        "itself": "a: &a [*a]\n",
        "deep": "[" * 5_000 + "]" * 5_000,
        "keys": "? " * 2_000 + "a",
        "dashes": "- " * 2_000 + "a",
        "documents": "---\na: b\n" * 5_000,
        "object": "a: !!python/object/apply:os.system ['touch canary-written.txt']\n",
        "remarks": "# words\n" * N,
        "template": "{{ a }}: [\n" * 1_000,
        "lines": "a: |\n" + "  words # none\n" * N,
    }


def _xml(world: World) -> dict[str, str]:
    return {
        "bomb": '<!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;">]><a>&m;</a>',
        "repeated": f'<!DOCTYPE a [<!ENTITY l "{"x" * 100_000}">]><a>{"&l;" * 100_000}</a>',
        "outside": f'<!DOCTYPE a SYSTEM "{world.server}/a.dtd" [<!ENTITY x SYSTEM "{world.file_url}">'
        f'<!ENTITY % p SYSTEM "{world.file_url}"> %p;]><a>&x; words</a>',
        "include": f'<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="{world.file_url}" parse="text"/>'
        f'<?xml-stylesheet href="{world.server}/a.xsl"?>words</a>',
        "deep": "<a>" * 50_000 + "</a>" * 50_000,
        "wide": "<a>" + "<b>c</b>" * N + "</a>",
        "attributes": "<a " + " ".join(f'a{number}="b"' for number in range(5_000)) + "/>",
        "pages": "<a>" + "<b>&lt;div&gt;&lt;p&gt;words</b>" * 2_000 + "</a>",
        "page": f"<a><b><![CDATA[<p>words</p><img src='{world.server}/i.png'>{'<div>' * N}]]></b></a>",
        "rows": "<a>" + "<row><c>a|b</c></row>" * 5_000 + "</a>",
        "open": "<a>words",
        "encodings": '<?xml version="1.0" encoding="utf-7"?><a>words</a>',
    }


def _captions() -> dict[str, str]:
    return {
        "tags": _CUE + "<a " * N,
        "voices": _CUE + "<v a>" * N,
        "times": _CUE * N,
        "names": _CUE + "Ann: " * N,
        "numbers": "1\n" * N,
        "arrows": "-->" * N,
    }


def _mailboxes() -> dict[str, str]:
    parts = "--a\nContent-Type: multipart/mixed; boundary=a\n\n" * 2_000
    return {
        "mails": "From a Mon\nSubject: Fees\n\nwords\n\n" * 2_000,
        "borders": "From a Mon\n\n" * N,
        "parts": f"From a Mon\nContent-Type: multipart/mixed; boundary=a\n\n{parts}",
        "quoted": "From a Mon\nSubject: Fees\n\n" + ">" * N * 5 + "From b\n",
        "blank": "\n" * N + "From a Mon\nSubject: Fees\n\nwords\n",
    }


def _calendars(world: World) -> dict[str, str]:
    return {
        "open": "BEGIN:VEVENT\n" * N,
        "people": "BEGIN:VEVENT\n" + "ATTENDEE;CN=Ann:mailto:a@example.org\n" * N + "END:VEVENT\n",
        "parameters": "BEGIN:VEVENT\nSUMMARY" + ";A=b" * N + ":words\nEND:VEVENT\n",
        "folded": "BEGIN:VEVENT\nSUMMARY:words" + "\n a" * N + "\nEND:VEVENT\n",
        "outside": f"BEGIN:VEVENT\nSUMMARY:words\nATTACH:{world.file_url}\nATTACH:{world.server}/a\nEND:VEVENT\n",
    }


def _notebooks() -> dict[str, str]:
    return {
        "deep": '{"cells": ' + "[" * 50_000,
        "cells": '{"cells": [' + ", ".join([_CELL] * 2_000) + "]}",
        "printed": json.dumps({"cells": [{"cell_type": "code", "outputs": [{"text": ["line\n"] * N}]}]}),
        "none": '{"cells": {"a": [1]}, "nbformat": "x"}',
        "fences": json.dumps({"cells": [{"cell_type": "code", "source": "`" * N}]}),
    }


def _bytes(world: World) -> dict[str, bytes]:
    return {
        "nuls": b"a\0" * 5_000,
        "random": world.random.randbytes(20_000),
        "wide": "<a>words: 1</a>".encode("utf-16"),
        "wide-odd": "<a>words: 1</a>".encode("utf-16") + b"x",
        "latin1": "<a>Geb\xfchr: f\xfcnf</a>\r\n".encode("latin-1"),
        "only-mark": b"\xef\xbb\xbf",
        "returns": b"a: 1\rb: 2\r\nc: 3\n\rd",
        "controls": b"a: \x1b[2J\x1b]0;owned\x07 words\n",
        "line": b"word " * 50_000,
    }


def _pictures() -> dict[str, bytes]:
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
    return {
        "huge": head + b"\xff\xff\xff\xff" * 2 + bytes(20),
        "cut": head,
        "empty": b"",
        "page": b"<html>words",
        "tiff": b"II*\x00\x08\0\0\0\xff\xff" + bytes(30),
    }
