"""How a conformance suite speaks: a broken rule is an AssertionError that names the rule and what was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType


def require(holds: object, rule: str, seen: object = "") -> None:
    """Raise AssertionError with the rule, and what was seen instead, unless it holds."""
    if not holds:
        message = f"{rule}; seen: {str(seen)[:300]}" if seen != "" else rule
        raise AssertionError(message)


def require_equal(found: object, wanted: object, rule: str) -> None:
    """Raise AssertionError with the rule and both values unless they are equal."""
    require(found == wanted, rule, f"{found!r}, wanted {wanted!r}")


class Unharmed:
    """A stretch of a suite in which any exception breaks `rule`: it leaves as an AssertionError."""

    def __init__(self, rule: str) -> None:
        self._rule = rule

    def __enter__(self) -> None:
        return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, AssertionError):
            message = f"{self._rule}; seen: {type(error).__name__}: {error}"
            raise AssertionError(message) from error  # noqa: TRY004 - a broken rule, whatever the error was


class Refused:
    """A stretch of a suite that must raise one of `kinds`; anything else breaks `rule`."""

    def __init__(self, rule: str, *kinds: type[Exception]) -> None:
        self._rule = rule
        self._kinds = kinds

    def __enter__(self) -> None:
        return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(error, self._kinds):
            return True
        if error is None or isinstance(error, Exception):
            message = f"{self._rule}; seen: {'no error' if error is None else repr(error)}"
            raise AssertionError(message) from error
        return False


def check_identity(subject: object, port: str) -> None:
    """The rules for `name` and `version`, which become part of the index fingerprint."""
    for field in ("name", "version"):
        value = getattr(subject, field, None)
        good = isinstance(value, str) and value and not set(value) & set(":; \t\n")
        require(good, f"{port}: `{field}` is a non-empty word without ':', ';' and spaces", repr(value))
