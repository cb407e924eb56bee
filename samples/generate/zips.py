"""Make zip-based documents (docx, xlsx, pptx, odt, epub, zip) reproducible byte for byte.

    normalise_zip(path)                          # order, timestamps, attributes
    normalise_zip(path, core_date="2022-09-15T12:00:00Z")   # and the document's dates

Writers of Office files stamp the clock in two places: in each zip entry (always
rewritten here to 1980-01-01) and, for some libraries (openpyxl, python-pptx), in
``docProps/core.xml``.  Give ``core_date`` to rewrite the second as well; without it
the members' content is kept as it is.
"""

from __future__ import annotations

import os
import re
import zipfile
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)
_CORE_DATE = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*(</dcterms:(?:created|modified)>)")


def normalise_zip(path: Path, core_date: str | None = None) -> None:
    """Rewrite the zip at *path* in place: fixed dates, sorted order, fixed attributes.

    A member called ``mimetype`` (OpenDocument, EPUB) stays first and uncompressed,
    as those formats require; directories' own entries are dropped.
    """
    path = Path(path)
    with zipfile.ZipFile(path) as old:
        members = {info.filename: old.read(info) for info in old.infolist() if not info.is_dir()}
    if core_date is not None and "docProps/core.xml" in members:
        stamp = core_date.encode("ascii")
        members["docProps/core.xml"] = _CORE_DATE.sub(
            lambda m: m.group(1) + stamp + m.group(3), members["docProps/core.xml"]
        )
    temporary = path.with_name(path.name + ".tmp")
    with zipfile.ZipFile(temporary, "w") as new:
        for name in sorted(members, key=lambda n: (n != "mimetype", n)):
            info = zipfile.ZipInfo(name, date_time=EPOCH)
            info.create_system = 3
            info.external_attr = 0o644 << 16
            stored = name == "mimetype"
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            new.writestr(info, members[name], compresslevel=None if stored else 9)
    os.replace(temporary, path)
