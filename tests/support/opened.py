"""OpenDocument, RTF and EPUB files, written by hand."""

from __future__ import annotations

import io
import zipfile

NAMES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"'
)
GIF = b"GIF89a\x40\x00\x40\x00\x00\x00\x00;"


def packed(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, body in members.items():
            archive.writestr(zipfile.ZipInfo(name), body)
    return buffer.getvalue()


def odf(kind, body, *, styles="", **more):
    content = (
        f"<office:document-content {NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    meta = (
        f"<office:document-meta {NAMES}><office:meta><dc:title>Treaty</dc:title><meta:keyword>a</meta:keyword>"
        "<meta:keyword>b</meta:keyword><dc:date>2024-01-31T10:00:00.123</dc:date></office:meta></office:document-meta>"
    )
    mime = f"application/vnd.oasis.opendocument.{kind}"
    return packed({"mimetype": mime, "content.xml": content, "meta.xml": meta, "Pictures/1.gif": GIF, **more})


HIDDEN = '<style:style style:name="H"><style:text-properties text:display="none"/></style:style>'
TREATY = odf(
    "text",
    """<text:tracked-changes><text:p>deleted words</text:p></text:tracked-changes>
    <text:h text:outline-level="2">Custody <text:span>of</text:span>
    records</text:h>
    <text:p>The custodian<text:s text:c="2"/>keeps them<text:note text:note-class="footnote">
    <text:note-citation>1</text:note-citation>
    <text:note-body><text:p>Of each page.</text:p></text:note-body></text:note>.
    <office:annotation><text:p>a comment</text:p></office:annotation></text:p>
    <text:list><text:list-item><text:p>first</text:p><text:list><text:list-item><text:p>inner</text:p>
    </text:list-item></text:list>
    </text:list-item></text:list>
    <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Fund</text:p></table:table-cell>
    <table:table-cell><text:p>Fee</text:p></table:table-cell></table:table-row></table:table-header-rows>
    <table:table-row><table:table-cell><text:p>Alpha</text:p></table:table-cell>
    <table:table-cell><text:p>0.25 %</text:p></table:table-cell></table:table-row></table:table>
    <text:p text:style-name="H">unseen</text:p>
    <text:p><draw:frame><draw:image xlink:href="Pictures/1.gif"/></draw:frame>After.</text:p>""",
    styles=HIDDEN,
)
RTF = rb"""{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset204 Times;}}
{\stylesheet{\s1 heading 1;}{\s2 Normal;}}{\info{\title Treaty}{\author Ann}{\creatim\yr2024\mo1\dy31}}
{\header\pard running head\par}\pard\s1 Custody of \u8222?records\u8220?\par
\pard The custodian\~keeps {\field{\*\fldinst PAGE}{\fldrslt seven}} copies\'2e{\footnote\pard Of each page.}\par
\pard{\listtext 1.\tab}first\par\pard{\listtext 2.\tab}second\par
\pard\intbl Fund\cell Fee\cell\row\pard\intbl Alpha\cell 0.25 %\cell\row
\pard {\v unseen}{\f1 \'c4\'e0}{\pict 00ff00ff}\par}"""
PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
    "<dc:title>Handbook</dc:title><dc:creator>Ann</dc:creator><dc:language>en</dc:language></metadata><manifest>"
    '<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
    '<item id="b" href="two.xhtml" media-type="application/xhtml+xml"/>'
    '<item id="a" href="text/one%20a.xhtml" media-type="application/xhtml+xml"/></manifest>'
    '<spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>'
)
BOOK = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    "OPS/book.opf": PACKAGE,
    "OPS/nav.xhtml": "<html><body><p>contents</p></body></html>",
    "OPS/text/one a.xhtml": "<html><body><h1>One</h1>\n<p>First words.</p>"
    '<img src="../a.gif" alt="a plan"/></body></html>',
    "OPS/two.xhtml": "<html><body><h1>Two</h1><table><tr><th>a</th><th>b</th></tr>"
    "<tr><td>1</td><td>2</td></tr></table></body></html>",
    "OPS/a.gif": GIF,
}
