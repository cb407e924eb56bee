"""What holds for every test: no network, no settings from outside, the same examples in every run."""

from __future__ import annotations

import ipaddress
import os
import signal
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parent.parent
DATA_VARIABLE = "KTS_SHARED_DATA"

settings.register_profile("same", derandomize=True, deadline=None, database=None, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


class NetworkBlocked(RuntimeError):
    """A test tried to reach another machine. No error of the socket library, so that no retry hides it."""


def is_local(host: object) -> bool:
    """Whether the host is this machine: a loopback address, `localhost`, or none at all."""
    if host in {None, "", "localhost", b"localhost"}:
        return True
    try:
        return ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host)).is_loopback
    except ValueError:
        return False


def _refuse_foreign(host: object) -> None:
    if not is_local(host):
        message = f"a test tried to reach {host!r}; the product is offline, and so are its tests"
        raise NetworkBlocked(message)


def _guarded_by_address(original: Callable[..., Any]) -> Callable[..., Any]:
    """Guard a socket method whose last argument is the address; sockets of the file system pass."""

    def guarded(self: socket.socket, *arguments: Any) -> Any:
        address = arguments[-1]
        if isinstance(address, tuple):
            _refuse_foreign(address[0])
        return original(self, *arguments)

    return guarded


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Connections, datagrams and name look-ups leave this machine nowhere in the test process."""
    look_up = socket.getaddrinfo

    def guarded_look_up(host: Any, *arguments: Any, **options: Any) -> Any:
        _refuse_foreign(host)
        return look_up(host, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex", "sendto"):
            patch.setattr(socket.socket, name, _guarded_by_address(getattr(socket.socket, name)))
        patch.setattr(socket, "getaddrinfo", guarded_look_up)
        yield


@pytest.fixture(autouse=True, scope="session")
def no_settings_from_outside() -> Iterator[None]:
    """A developer's own variables would change what is tested; vectors, readers, OCR and workers are for some."""
    with pytest.MonkeyPatch.context() as patch:
        for name in tuple(os.environ):
            if name.startswith("KTS_") and name != DATA_VARIABLE:
                patch.delenv(name)
        patch.setenv("KTS_EMBED_PROVIDER", "")
        patch.setenv("KTS_INGEST_OCR", "none")
        patch.setenv("KTS_INGEST_ISOLATED", "0")
        patch.setenv("KTS_ANSWER_READER", "none")
        yield


@pytest.fixture(autouse=True, scope="session")
def interruptible() -> None:
    """A shell that runs the tests in the background makes them, and all that they start, deaf to Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of evaluation sets; tests that need it are skipped where it is absent."""
    folder = Path(os.environ.get(DATA_VARIABLE) or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no evaluation data at {folder}; set {DATA_VARIABLE} to the folder that holds it")
    return folder


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the source tree."""
    return ROOT
