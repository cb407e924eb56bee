"""Files of Word, PowerPoint, Outlook and Excel before 2007, written byte by byte after their specifications."""

from __future__ import annotations

import struct

FREE, END, FAT_SECTOR = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


class Sectors:
    """The sectors of a compound file; `None` as the next one ends a chain."""

    def __init__(self):
        self.bodies, self.next = [], []

    def store(self, body, fill=b"\0"):
        first = len(self.bodies)
        pieces = [body[at : at + 512].ljust(512, fill) for at in range(0, len(body), 512)]
        self.bodies += pieces
        self.next += [first + step + 1 for step in range(len(pieces) - 1)] + [END] * bool(pieces)
        return first if pieces else END


def container(streams):
    """A compound file ([MS-CFB], version 3) with these streams; `/` in a name makes storages."""
    sectors, small, chains, starts = Sectors(), b"", [], {}
    for name, body in streams.items():
        if len(body) >= 4096:
            starts[name] = sectors.store(body)
            continue
        starts[name], count = len(small) // 64, -(-len(body) // 64)
        chains += [len(chains) + step + 1 for step in range(count - 1)] + [END] * bool(count)
        small += body.ljust(64 * count, b"\0")
    small_at = sectors.store(small)
    chains_at = sectors.store(struct.pack(f"<{len(chains)}I", *chains), b"\xff")
    directory = sectors.store(entries(streams, starts, small_at, len(small)))
    fats = -(-(len(sectors.bodies) + 1) // 128)
    fat = (sectors.next + [FAT_SECTOR] * fats + [FREE] * 128)[: fats * 128]
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<9I", 0, fats, directory, 0, 4096, chains_at, int(bool(small)), END, 0)
    head += struct.pack("<109I", *(len(sectors.bodies) + at if at < fats else FREE for at in range(109)))
    return head + b"".join(sectors.bodies) + struct.pack(f"<{len(fat)}I", *fat)


def entries(streams, starts, small_at, small_size):
    """The directory: in each storage a chain of right siblings."""
    folders = {"": []}
    for name in streams:
        parts = name.split("/")
        for depth in range(1, len(parts) + 1):
            inside, path = folders.setdefault("/".join(parts[: depth - 1]), []), "/".join(parts[:depth])
            inside += [path] if path not in inside else []
    order = ["", *sorted({*folders, *streams} - {""})]
    out = b""
    for name in order:
        above = folders[name.rpartition("/")[0]] if name else [""]
        following = above[above.index(name) + 1 :]
        right, child = (order.index(found[0]) if found else FREE for found in (following, folders.get(name)))
        kind = 5 if not name else 2 if name in streams else 1
        start, size = (starts.get(name, END), len(streams.get(name, b""))) if name else (small_at, small_size)
        title = f"{name.rpartition('/')[2] or 'Root Entry'}\0".encode("utf-16-le")
        out += title.ljust(64, b"\0") + struct.pack("<HBBIII36x", len(title), kind, 1, FREE, right, child or FREE)
        out += struct.pack("<IQ", start if size else END, size)
    return out


def doc(paragraphs, *, flags=0, notes=(), hidden=(), lists=(), styled=b""):
    """A Word 97 file: paragraphs as (text with its mark, style, properties); style 1 is the first heading.

    `lists` are definitions by their levels, (format, pattern, flags) each; `styled` the properties of the heading.
    """
    body = "".join(text for text, _, _ in paragraphs)
    text = body + "".join(notes)
    at = 2048
    main = bytearray(at)
    struct.pack_into("<HHH", main, 0, 0xA5EC, 0xC1, 0)
    struct.pack_into("<H", main, 10, 0x0200 | flags)
    struct.pack_into("<ii", main, 0x4C, len(body), sum(map(len, notes)))
    main += text.encode("utf-16-le")
    main += b"\0" * (-len(main) % 512)
    ends, stretches = [at], []
    for piece, style, properties in [*paragraphs, *((note, 0, b"") for note in notes)]:
        ends.append(ends[-1] + 2 * len(piece))
        stretches.append(struct.pack("<H", style) + properties)
    looks = [(at + 2 * start, at + 2 * end) for start, end in hidden]
    edges = [at, *(edge for look in looks for edge in look), at + 2 * len(text)]
    shown = [b"\x3c\x08\x01" if number % 2 else b"" for number in range(len(edges) - 1)]
    pages = (len(main) // 512, len(main) // 512 + 1)
    main += page(ends, stretches, 13, styled=True) + page(edges, shown, 1, styled=False)
    pieces = b"\x02" + struct.pack("<I", 16) + struct.pack("<IIHIH", 0, len(text), 0, at, 0)
    styles = struct.pack("<HHH", 4, 2, 10) + b"".join(paragraph_style(kind, styled if kind else b"") for kind in (0, 1))
    definitions, uses = numbering(lists)
    table = bytearray()
    plc = [struct.pack("<III", at, at + 2 * len(text), number) for number in pages]
    for position, part in ((1, styles), (12, plc[1]), (13, plc[0]), (33, pieces), (73, definitions), (74, uses)):
        struct.pack_into("<II", main, 0x9A + 8 * position, len(table), len(part))
        table += part
    return container({"WordDocument": bytes(main), "1Table": bytes(table)})


def paragraph_style(kind, properties):
    """A paragraph style without a base, its name empty."""
    upx = struct.pack("<HH", 2 + len(properties), kind) + properties
    body = struct.pack("<HHHHH", kind, 0xFFF1, 1, 0, 0) + b"\0\0\0\0" + upx
    return struct.pack("<H", len(body)) + body


def numbering(lists):
    """The definitions with their levels behind them, and a list for each."""
    if not lists:
        return b"", b""
    head, levels = struct.pack("<H", len(lists)), b""
    for number, defined in enumerate(lists, start=1):
        head += struct.pack("<ii18xBB", number, 0, 1 if len(defined) == 1 else 0, 0)
        for kind, pattern, flags in [*defined, *[(0, "", 0)] * (9 - len(defined) if len(defined) > 1 else 0)]:
            places = bytes(at for at, letter in enumerate(pattern, start=1) if ord(letter) < 9)
            levels += struct.pack("<iBB9s", 1, kind, flags, places) + b"\0" * 13
            levels += struct.pack("<H", len(pattern)) + pattern.encode("utf-16-le")
    uses = struct.pack("<I", len(lists))
    uses += b"".join(struct.pack("<iIIB3x", number, 0, 0, 0) for number in range(1, len(lists) + 1))
    return head + levels, uses + b"\xff" * 4 * len(lists)


def page(ends, bodies, entry, *, styled):
    """A page of properties, 512 bytes long."""
    out = bytearray(512)
    struct.pack_into(f"<{len(ends)}I", out, 0, *ends)
    at = 510
    for index, body in enumerate(bodies):
        if body:
            odd = len(body) % 2 == 1
            stored = (
                (bytes([(len(body) + 1) // 2]) if odd else bytes([0, len(body) // 2])) if styled else bytes([len(body)])
            )
            stored += body
            at = (at - len(stored)) // 2 * 2
            out[at : at + len(stored)] = stored
            out[4 * len(ends) + entry * index] = at // 2
    out[511] = len(bodies)
    return bytes(out)


CELL, ROW = b"\x16\x24\x01", b"\x16\x24\x01\x17\x24\x01"
LISTED = b"\x0b\x46\x01\x00"
TREATY = doc(
    [
        ("Custody of Records\r", 1, b""),
        ("The custodian keeps \x13 DOCPROPERTY Years \x14seven\x15 copies.\x02\r", 0, b""),
        ("first duty\r", 0, LISTED),
        ("second duty\r", 0, LISTED),
        ("Fund\x07", 0, CELL),
        ("Fee\x07", 0, CELL),
        ("\x07", 0, ROW),
        ("Alpha\x07", 0, CELL),
        ("0.25 %\x07", 0, CELL),
        ("\x07", 0, ROW),
        ("The end. Gr\u00fc\u00dfe\r", 0, b""),
    ],
    notes=("\x02 Of each page.\r",),
)


def record(kind, body, *, instance=0, container=False):
    return struct.pack("<HHI", instance << 4 | (0xF if container else 0), kind, len(body)) + body


def text_atom(kind, text):
    return record(0x0F9F, struct.pack("<I", kind)) + record(0x0FA0, text.encode("utf-16-le"))


def shape(*atoms):
    return record(0xF004, record(0xF00D, b"".join(atoms)), container=True)


def ppt(slides, *, edit_length=28, token=0xE391C05F):
    """A deck; slides as (outline texts, shapes, hidden)."""
    listed, parts, places = b"", [], {}
    for number, (outline, shapes, hidden) in enumerate(slides, start=2):
        listed += record(0x03F3, struct.pack("<IIIII", number, 0, 0, 255 + number, 0))
        listed += b"".join(text_atom(kind, text) for kind, text in outline)
        show = record(0x03F9, struct.pack("<iIBBHI", 0, 0, 0, 0, 4 if hidden else 0, 0))
        drawing = record(0x040C, b"".join(shapes), container=True)
        parts.append((number, record(0x03EE, record(0x03EF, b"\0" * 24) + show + drawing, container=True)))
    document = record(0x03E8, record(0x0FF0, listed, container=True), container=True)
    stream = b""
    for number, part in [(1, document), *parts]:
        places[number] = len(stream)
        stream += part
    directory = len(stream)
    offsets = struct.pack(f"<{len(places)}I", *places.values())
    stream += record(0x1772, struct.pack("<I", len(places) << 20 | 1) + offsets)
    edit = len(stream)
    stream += record(0x0FF5, struct.pack("<IIII", 0, 0, 0, directory).ljust(edit_length, b"\0"))
    stream = stream[:edit] + stream[edit:]
    user = struct.pack("<HHI", 0, 0x0FF6, 20) + struct.pack("<III", 20, token, edit)
    return container({"PowerPoint Document": stream, "Current User": user})


DECK = ppt(
    [
        ([(0, "Fees"), (1, "Custody\rAudit")], [shape(record(0x0F9E, struct.pack("<I", at))) for at in (0, 1)], False),
        ([], [shape(text_atom(4, "A box of text"))], True),
    ]
)


def msg(texts, *, data=(), sent=0, prefix="", header=32):
    streams = {f"{prefix}__substg1.0_{number}001F": text.encode("utf-16-le") for number, text in texts.items()}
    streams |= {f"{prefix}__substg1.0_{tag}": body for tag, body in data}
    fixed = struct.pack("<HHIQ", 0x0040, 0x0039, 0, sent) if sent else b""
    return {**streams, f"{prefix}__properties_version1.0": b"\0" * header + fixed}


SENT = 133_497_504_000_000_000
MESSAGE = msg(
    {"0037": "Fees", "0C1A": "Ann", "5D01": "ann@example.org", "0E04": "Bob", "1000": "Dear Bob,\r\n\r\n\r\nno."},
    sent=SENT,
)
ATTACHED = {
    "__attach_version1.0_#00000000/__substg1.0_3707001F": "scan.pdf".encode("utf-16-le"),
    "__attach_version1.0_#00000000/__substg1.0_37010102": b"%PDF-1.4",
    **msg(
        {"0037": "Inner", "1000": "Forwarded text"},
        prefix="__attach_version1.0_#00000001/__substg1.0_3701000D/",
        header=24,
    ),
}


def sheet(*cells):
    """A worksheet of Excel 2: a stream of records without a container."""
    out = struct.pack("<HHHH", 0x0009, 4, 2, 0x10)
    for row, column, value in cells:
        place = struct.pack("<HH", row, column) + b"\0\0\0"
        body = (
            place + struct.pack("<d", value)
            if isinstance(value, float)
            else place + bytes([len(value)]) + value.encode()
        )
        out += struct.pack("<HH", 0x0003 if isinstance(value, float) else 0x0004, len(body)) + body
    return out + struct.pack("<HH", 0x000A, 0)


RATES = sheet((0, 0, "Rates of 2024"), (1, 0, "Fund"), (1, 1, "Fee"), (2, 0, "Alpha"), (2, 1, 0.25))
