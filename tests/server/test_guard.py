"""RELIABILITY: only the user's own programs and the server's own page are let in, by name, page and token."""

from __future__ import annotations

import asyncio
import functools
import itertools

import pytest

from kts.errors import UsageError
from kts.server.guard import Guard, drained, hurried, limited
from kts.server.names import allowed
from server.conftest import HERE, PORT, refused

HOSTS = (f"127.0.0.1:{PORT}", f"localhost:{PORT}", "evil.example", f"evil.example:{PORT}", "127.0.0.1:1")
ORIGINS = (None, HERE, "https://evil.example", "null")
TOKENS = (True, False)
COMBINATIONS = list(itertools.product(HOSTS, ORIGINS, TOKENS))


def ask(client, token, *, host, origin=None, path="/api/health", method="GET", **headers):
    sent = {"Host": host, **headers}
    if origin is not None:
        sent["Origin"] = origin
    if token is not None:
        sent["Authorization"] = f"Bearer {token}"
    return client.request(method, path, headers=sent)


def test_reliability_there_are_forty_combinations():
    assert len(COMBINATIONS) == 40


@pytest.mark.parametrize(("host", "origin", "right"), COMBINATIONS)
def test_reliability_only_the_right_name_page_and_token_pass(anonymous, engine, host, origin, right):
    answer = ask(anonymous, engine.tokens.token if right else "wrong" * 8, host=host, origin=origin)
    expected = 421 if host not in HOSTS[:2] else 403 if origin not in ORIGINS[:2] else 200 if right else 401
    assert answer.status_code == expected


def test_reliability_a_page_whose_name_was_rebound_to_this_machine_reads_nothing(anonymous, engine):
    answer = ask(
        anonymous, engine.tokens.token, host=f"rebound.example:{PORT}", origin=f"http://rebound.example:{PORT}"
    )
    refused(answer, 421, "misdirected")


NAMED = allowed(PORT, hosts=("kts.example.org", "kts.example.com:8443"))


@pytest.mark.parametrize(
    ("host", "answers"),
    [
        ("kts.example.org", True),
        ("KTS.example.org:443", True),
        (f"kts.example.org:{PORT}", True),
        ("kts.example.com:8443", True),
        ("kts.example.com", False),
        (f"kts.example.com:{PORT}", False),
        ("evil.kts.example.org", False),
        ("kts.example.org.evil.example", False),
        ("kts.example.org:443@evil.example", False),
        ("evil.example:443", False),
        ("127.0.0.1", False),
        ("", False),
    ],
)
def test_a_name_that_the_user_adds_counts_at_any_port_and_no_other_name_does(host, answers):
    assert NAMED.answers_to(host) is answers


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        ("https://kts.example.org", True),
        ("http://kts.example.org", True),
        ("https://kts.example.org:8443", True),
        ("https://kts.example.com:8443", True),
        ("https://kts.example.com", False),
        ("ftp://kts.example.org", False),
        ("https://evil.example", False),
        ("https://kts.example.org.evil.example", False),
        ("https://kts.example.org/x", False),
        (f"https://127.0.0.1:{PORT}", False),
        ("null", False),
    ],
)
def test_the_page_of_an_added_name_is_ours_with_and_without_tls(origin, own):
    assert NAMED.is_own(origin) is own


@pytest.mark.parametrize(
    "given",
    [
        {"hosts": ("https://kts.example.org",)},
        {"hosts": ("*",)},
        {"hosts": ("a b",)},
        {"hosts": ("",)},
        {"origins": ("*",)},
        {"origins": ("null",)},
        {"origins": ("kts.example.org",)},
        {"origins": ("https://kts.example.org/page",)},
    ],
)
def test_what_is_no_name_or_no_origin_is_refused_at_the_start(given):
    with pytest.raises(UsageError):
        allowed(PORT, **given)


PAGE = "http://localhost:3000"


@pytest.fixture
def sharing(engine):
    """A client of a server that lets one page of another origin in, without a token."""
    from starlette.testclient import TestClient

    from kts.server.routes import application

    rules = allowed(PORT, origins=(f"{PAGE}/",))
    guarded = Guard(application(engine), rules=rules, tokens=engine.tokens, metrics=engine.metrics)
    with TestClient(guarded, base_url=HERE) as client:
        yield client


def test_a_page_that_the_user_named_may_ask_with_a_token_and_read_the_answer(sharing, engine):
    token = {"Authorization": f"Bearer {engine.tokens.token}"}
    wish = {"Origin": PAGE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    granted = sharing.options("/api/ask", headers=wish)
    assert (granted.status_code, granted.headers["access-control-allow-origin"]) == (204, PAGE)
    assert "authorization" in granted.headers["access-control-allow-headers"]
    page = {"Origin": PAGE, "Sec-Fetch-Site": "cross-site"}
    answer = sharing.get("/api/search?q=cure", headers={**page, **token})
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, PAGE)
    assert "Origin" in answer.headers["vary"]
    assert "access-control-allow-credentials" not in answer.headers
    refused(sharing.get("/api/search?q=cure", headers=page), 401, "unauthorised")


@pytest.mark.parametrize("page", ["http://localhost:3001", "https://localhost:3000", "null", "http://evil.example"])
def test_reliability_no_page_but_the_named_one_is_let_in(sharing, engine, page):
    token = {"Authorization": f"Bearer {engine.tokens.token}"}
    preflight = {"Origin": page, "Access-Control-Request-Method": "GET"}
    for answer in (
        sharing.get("/api/search?q=cure", headers={"Origin": page, **token}),
        sharing.options("/api/search", headers=preflight),
        sharing.get("/api/search?q=cure", headers={"Sec-Fetch-Site": "cross-site", **token}),
    ):
        refused(answer, 403, "refused")
        assert "access-control-allow-origin" not in answer.headers


def test_a_probe_without_a_token_is_told_that_it_is_alive_and_nothing_else(anonymous):
    answer = anonymous.get("/api/alive")
    assert answer.json() == {"success": True, "data": {"alive": True}, "confidence": None, "reasoning": ""}
    assert anonymous.head("/api/alive").status_code == 200
    assert anonymous.get("/api/alive", headers={"Host": "evil.example"}).status_code == 421
    assert anonymous.get("/api/health").status_code == 401


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("path", ["/api/search?q=cure", "/mcp"])
def test_reliability_a_request_of_another_site_is_refused_with_a_token_too(client, engine, site, path):
    answer = ask(client, engine.tokens.token, host=HOSTS[0], path=path, **{"Sec-Fetch-Site": site})
    refused(answer, 403, "refused")


def test_reliability_a_form_of_another_site_changes_nothing(anonymous):
    answer = anonymous.post(
        "/api/ingest",
        content="{}",
        headers={"Content-Type": "text/plain", "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    )
    refused(answer, 403, "refused")


def test_reliability_a_preflight_is_granted_nothing(anonymous):
    answer = anonymous.options(
        "/api/search", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "GET"}
    )
    assert answer.status_code == 403
    assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_reliability_no_answer_allows_other_pages_or_sets_a_cookie(client):
    for path in ("/", "/api/health", "/api/nothing"):
        answer = client.get(path)
        assert not [name for name in answer.headers if name.startswith("access-control-") or name == "set-cookie"]
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer ", "Basic {}", "bearer x", "Bearer {} {}", "{}"])
def test_reliability_a_token_in_another_form_is_none(anonymous, engine, given):
    answer = anonymous.get("/api/health", headers={"Authorization": given.format(*[engine.tokens.token] * 2)})
    refused(answer, 401, "unauthorised")
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_reliability_two_tokens_or_two_names_are_refused(anonymous, engine):
    token = f"Bearer {engine.tokens.token}"
    two = [("Authorization", "Bearer wrong"), ("Authorization", token)]
    assert anonymous.get("/api/health", headers=two).status_code == 401
    hosts = [("Host", HOSTS[0]), ("Host", "evil.example"), ("Authorization", token)]
    assert anonymous.get("/api/health", headers=hosts).status_code == 421


def test_reliability_the_page_needs_no_token_and_holds_nothing(anonymous):
    answer = anonymous.get("/")
    assert answer.status_code == 200
    assert "thirty days" not in answer.text
    assert anonymous.post("/").status_code == 401


def test_reliability_every_address_of_the_interface_needs_the_token(anonymous, client, engine):
    document = client.get("/api/openapi.json").json()
    token = anonymous.headers.pop("Authorization")
    for path, methods in document["paths"].items():
        for method in methods:
            if path not in {"/api/session", "/api/alive"}:
                answer = anonymous.request(method.upper(), path.replace("{", "").replace("}", ""))
                assert answer.status_code == 401, path
    anonymous.headers["Authorization"] = token


def test_reliability_a_body_that_is_too_large_is_refused_before_it_is_read(client):
    answer = client.post("/api/verify", content=b"x", headers={"Content-Length": str(1 << 40)})
    refused(answer, 413, "too_large")


def test_reliability_a_link_opens_one_session_once(anonymous, engine):
    code = engine.tokens.code()
    answer = anonymous.post("/api/session", json={"code": code}, headers={"Origin": HERE})
    token = answer.json()["data"]["token"]
    assert token != engine.tokens.token
    assert ask(anonymous, token, host=HOSTS[0]).status_code == 200
    refused(anonymous.post("/api/session", json={"code": code}), 403, "refused")


def test_reliability_who_has_the_token_can_have_another_link(anonymous, client):
    code = client.post("/api/code").json()["data"]["code"]
    assert anonymous.post("/api/session", json={"code": code}).status_code == 200
    refused(anonymous.post("/api/session", json={"code": code}), 403, "refused")


def test_reliability_another_page_cannot_exchange_the_code(anonymous, engine):
    code = engine.tokens.code()
    answer = anonymous.post("/api/session", json={"code": code}, headers={"Origin": "https://evil.example"})
    refused(answer, 403, "refused")
    assert anonymous.post("/api/session", json={"code": code}).status_code == 200


def test_metrics_count_who_was_not_let_in(anonymous, client):
    client.get("/api/health", headers={"Host": "evil.example"})
    assert 'kts_refused_total{reason="misdirected"} 1.0' in client.get("/api/metrics").text


def test_reliability_a_body_that_does_not_come_is_given_up_and_an_answer_that_takes_long_is_not():
    async def asked():
        pieces = asyncio.Queue()
        pieces.put_nowait({"type": "http.request", "body": b"{", "more_body": True})
        receive = limited(pieces.get, 0.05)
        first, second = await receive(), await receive()
        pieces.put_nowait({"type": "http.request", "body": b"{}", "more_body": False})
        whole = limited(pieces.get, 0.05)
        await whole()
        waiting = asyncio.create_task(whole())
        await asyncio.sleep(0.2)
        done = waiting.done()
        waiting.cancel()
        return first["body"], second["type"], done

    assert asyncio.run(asked()) == (b"{", "http.disconnect", False)


@pytest.mark.parametrize(("size", "read"), [(3, 3), (9, 6)])
def test_a_body_that_is_too_large_is_read_away_up_to_a_size_so_that_its_sender_hears_why(monkeypatch, size, read):
    monkeypatch.setattr("kts.server.guard.MOST_DRAINED", 5)

    async def asked():
        pieces = asyncio.Queue()
        for number in range(size):
            pieces.put_nowait({"type": "http.request", "body": b"x", "more_body": number < size - 1})
        await drained(pieces.get, 0.5)
        return size - pieces.qsize()

    assert asyncio.run(asked()) == read


def test_a_body_that_stalls_is_not_waited_for_before_it_is_refused():
    async def asked():
        await asyncio.wait_for(drained(asyncio.Queue().get, 0.05), 5)

    asyncio.run(asked())


def test_reliability_a_connection_on_which_nothing_is_asked_is_closed():
    """One that only begins a request would be held for ever, and so would as many as a process may open."""

    async def app(scope, receive, send):
        raise AssertionError

    async def asked():
        import uvicorn
        from uvicorn.protocols.http.auto import AutoHTTPProtocol

        config = uvicorn.Config(app, http=hurried(AutoHTTPProtocol, 0.1), lifespan="off", log_config=None)
        config.load()
        server = uvicorn.Server(config)
        made = functools.partial(
            config.http_protocol_class, config=config, server_state=server.server_state, app_state={}
        )
        listening = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
        writer.write(b"GET /api/health HTTP/1.1\r\nHost: ")
        said = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        listening.close()
        return said

    assert asyncio.run(asked()) == b""
