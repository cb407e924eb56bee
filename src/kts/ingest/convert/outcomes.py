"""How a conversion ends without text: refusals on the way out of a converter become outcomes."""

from __future__ import annotations

import struct
import zipfile
import zlib
from typing import TYPE_CHECKING

from kts.errors import KTSError
from kts.types import Conversion

if TYPE_CHECKING:
    from collections.abc import Callable

    from kts.types import Outcome

DAMAGE: tuple[type[Exception], ...] = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What the parsers of other people raise on damaged input (lxml's syntax errors are SyntaxErrors)."""

REASON_LENGTH = 300


class Refusal(KTSError):
    """A converter gives up on a file for a reason it knows; `outcome` is what the account will say."""

    code = "refused"

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason, hint="open the file in the program that made it and save it again")
        self.outcome = outcome


def attempt(convert: Callable[[], Conversion], *, damage: tuple[type[Exception], ...] = (), what: str) -> Conversion:
    """The conversion, or the outcome that says why there is none.

    `damage` are the exceptions with which the parser of this format reports broken input; anything else is a
    defect of ours and propagates. `what` names the format in the reason.
    """
    try:
        return convert()
    except Refusal as refusal:
        return Conversion(refusal.outcome, reason=refusal.message)
    except damage as error:
        detail = " ".join(str(error).split())[:REASON_LENGTH]
        return Conversion("malformed", reason=f"damaged {what}: {type(error).__name__} {detail}".rstrip())
