"""Tokens, one-time codes and sessions: how long they last, and which files are believed."""

from __future__ import annotations

import os

import pytest

from kts.errors import UsageError
from kts.server.door import Door, announce, announced, fingerprint, is_running, withdraw
from kts.server.tokens import CODE_SECONDS, MOST_SESSIONS, SESSION_SECONDS, Tokens, from_file

LONG = "0123456789abcdef" * 3
POSIX = pytest.mark.skipif(os.name == "nt", reason="modes of files")


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def tokens(clock):
    return Tokens(clock=clock)


def test_a_token_is_long_and_each_server_has_its_own():
    assert len(Tokens().token) >= 43
    assert Tokens().token != Tokens().token


def test_nothing_but_the_token_is_admitted(tokens):
    assert tokens.admits(tokens.token)
    for other in ("", tokens.token[:-1], f"{tokens.token} ", tokens.token.swapcase(), "\udc80"):
        assert not tokens.admits(other)


def test_a_code_is_too_old_after_its_time(tokens, clock):
    code, late = tokens.code(), tokens.code()
    clock.now += CODE_SECONDS - 1
    assert tokens.exchange(code)
    clock.now += 1
    assert tokens.exchange(late) is None


def test_codes_that_nobody_used_are_forgotten(tokens, clock):
    for _ in range(3):
        tokens.code()
        clock.now += CODE_SECONDS
    tokens.code()
    assert len(tokens._codes) == 1


def test_a_session_that_is_used_lasts_and_one_that_is_not_ends(tokens, clock):
    session = tokens.exchange(tokens.code())
    for _ in range(3):
        clock.now += SESSION_SECONDS - 1
        assert tokens.admits(session)
    clock.now += SESSION_SECONDS
    assert not tokens.admits(session)
    assert not tokens.admits(session)


def test_the_session_unused_longest_gives_way(tokens, clock):
    sessions = []
    for _ in range(MOST_SESSIONS + 1):
        clock.now += 1
        sessions.append(tokens.exchange(tokens.code()))
    assert not tokens.admits(sessions[0])
    assert all(tokens.admits(session) for session in sessions[1:])


def test_a_token_of_the_users_own_is_read_from_a_private_file(tmp_path):
    path = tmp_path / "token"
    path.write_text(f"{LONG}\n", encoding="ascii")
    path.chmod(0o600)
    assert from_file(path) == LONG


@POSIX
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_token_that_others_can_read_is_refused(tmp_path, mode):
    path = tmp_path / "token"
    path.write_text(LONG, encoding="ascii")
    path.chmod(mode)
    with pytest.raises(UsageError, match="can be read by others") as caught:
        from_file(path)
    assert "chmod 600" in caught.value.hint


@pytest.mark.parametrize("text", ["", "short", "a b" * 20, "ü" * 40])
def test_what_is_no_token_is_refused(tmp_path, text):
    path = tmp_path / "token"
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)
    with pytest.raises(UsageError):
        from_file(path)


def test_a_token_file_that_is_not_there_is_an_error_of_ours(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        from_file(tmp_path / "none")


DOOR = Door(os.getpid(), LONG, "print", port=4711)


def test_an_announcement_is_read_back_and_private(tmp_path):
    path = tmp_path / "server.json"
    announce(path, DOOR)
    assert announced(path) == DOOR
    assert DOOR.url == "http://127.0.0.1:4711"
    if os.name != "nt":
        assert path.stat().st_mode & 0o777 == 0o600


@POSIX
def test_an_announcement_that_others_could_have_written_is_not_believed(tmp_path):
    path = tmp_path / "server.json"
    announce(path, DOOR)
    path.chmod(0o644)
    assert announced(path) is None
    elsewhere = tmp_path / "elsewhere.json"
    announce(elsewhere, DOOR)
    path.unlink()
    path.symlink_to(elsewhere)
    assert announced(path) is None


@pytest.mark.parametrize("content", ["", "{}", "[]", "null", '{"pid": 1}', "\x00"])
def test_an_announcement_that_makes_no_sense_is_none(tmp_path, content):
    path = tmp_path / "server.json"
    path.write_text(content, encoding="utf-8")
    path.chmod(0o600)
    assert announced(path) is None


def test_only_the_server_that_announced_itself_withdraws(tmp_path):
    path = tmp_path / "server.json"
    announce(path, DOOR)
    withdraw(path, DOOR.pid + 1)
    assert path.is_file()
    withdraw(path, DOOR.pid)
    assert not path.exists()
    withdraw(path, DOOR.pid)


def test_settings_of_the_environment_make_another_server():
    same = fingerprint({"KTS_RRF_K": "60", "HOME": "/a"})
    assert same == fingerprint({"HOME": "/b", "KTS_RRF_K": "60", "KTS_KB_PATH": "/c", "KTS_DEBUG": "1"})
    assert same != fingerprint({"KTS_RRF_K": "61"})


def test_this_process_runs_and_one_that_ended_does_not():
    import subprocess
    import sys

    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert is_running(os.getpid())
    assert os.name == "nt" or not is_running(ended.pid)
