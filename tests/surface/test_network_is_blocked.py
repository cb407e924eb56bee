"""The guard of conftest.py itself: no test of this suite can leave the machine."""

from __future__ import annotations

import socket

import pytest

FOREIGN = "192.0.2.1"
"""An address that is reserved for documentation and answers nobody."""


@pytest.mark.parametrize("host", [FOREIGN, "2001:db8::1", "example.invalid", b"example.invalid"])
def test_a_name_look_up_is_refused(host):
    with pytest.raises(RuntimeError, match="offline"):
        socket.getaddrinfo(host, 80)


@pytest.mark.parametrize("method", ["connect", "connect_ex"])
def test_a_connection_is_refused(method):
    with socket.socket() as stream, pytest.raises(RuntimeError, match="offline"):
        getattr(stream, method)((FOREIGN, 80))


def test_a_datagram_is_refused():
    with socket.socket(type=socket.SOCK_DGRAM) as sender, pytest.raises(RuntimeError, match="offline"):
        sender.sendto(b"", (FOREIGN, 9))


def test_this_machine_is_reached():
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        assert client.getpeername() == server.getsockname()
