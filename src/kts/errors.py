"""Every error a caller can meet: what happened, which file, what was kept, what to run next."""

from __future__ import annotations

AS_OF_LAST = "as of the last ingest: "
"""How the note begins on an answer or a result whose source cannot be reached, where it is no error."""


class KTSError(Exception):
    """Base of all errors that KTS raises on purpose.

    `hint` is the next command or action in the user's words; `path` the file concerned, if one is;
    `code` the stable word that JSON outputs carry; `exit_code` the process status of the command line.
    """

    code = "internal"
    exit_code = 1

    def __init__(self, message: str, *, hint: str = "", path: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.path = path


class UsageError(KTSError):
    """The call itself is wrong: an unknown option, a malformed value."""

    code = "usage"
    exit_code = 2


class ConfigError(UsageError):
    """A setting has a wrong name, type or value; the message names file and line."""

    code = "config"


class MissingExtra(UsageError):
    """A library of an optional tier is needed and not installed."""

    code = "missing_extra"


class CheckFailed(KTSError):
    """A verification or gate did finish, and did not pass."""

    code = "check_failed"
    exit_code = 4


class NoIndex(KTSError):
    """No `.kts` folder was found for this call."""

    code = "no_index"
    exit_code = 10


class Locked(KTSError):
    """Another process is writing; the message names its pid."""

    code = "locked"
    exit_code = 11


class CorruptStore(KTSError):
    """The store cannot be read as what it should be."""

    code = "corrupt"
    exit_code = 12


class Mismatch(KTSError):
    """The index was made by another model or schema than the ones in use."""

    code = "mismatch"
    exit_code = 13


class MissingModel(KTSError):
    """A configured model is not on this machine, or its files are not those that its manifest names."""

    code = "missing_model"
    exit_code = 13


class StorageFull(KTSError):
    """The disk is full or the medium refuses writes; the last generation still serves."""

    code = "storage"
    exit_code = 14


class SourceUnreachable(KTSError):
    """A source root cannot be read; nothing was deleted because of it."""

    code = "source"
    exit_code = 15


class UnstableFile(KTSError):
    """A file kept changing while it was read; it is read again on the next run."""

    code = "unstable"


class TooLarge(KTSError):
    """A file is over the size cap; it is skipped."""

    code = "too_large"
