"""FACES: calls that the OpenAPI document allows, and calls that it does not, get the answers that it says."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import checks

from kts.server.engine import Engine
from kts.server.guard import Guard
from kts.server.names import allowed
from kts.server.operations import TABLE
from kts.server.routes import application

LEFT_OUT = [checks.ignored_auth, checks.positive_data_acceptance]
"""Tokens have tests of their own; a valid call may still ask for what this index does not have."""
OWN = (
    "page", "image", "original", "ingest", "jobs", "job", "cancel", "events", "health", "alive", "metrics", "session",
    "code",
)  # fmt: skip
"""Operations that have routes of their own."""


def without_end(app):
    """The application without start and end: the client here has both for every single call."""

    async def endless(scope, receive, send):
        if scope["type"] != "lifespan":
            await app(scope, receive, send)
            return
        for step in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{step}.complete"})

    return endless


@pytest.fixture(scope="module")
def described(index):
    """The document of a server, ready to be called, and the headers that let a call in."""
    engine = Engine(str(index), threads=1)
    guarded = Guard(application(engine), rules=allowed(0), tokens=engine.tokens, metrics=engine.metrics)
    headers = {"Authorization": f"Bearer {engine.tokens.token}", "Host": "localhost"}
    yield schemathesis.openapi.from_asgi("/api/openapi.json", without_end(guarded), headers=headers), headers
    engine.readers.close()


@pytest.mark.parametrize("name", [*(operation.name for operation in TABLE), *OWN])
def test_faces_answers_are_those_of_the_document(described, name):
    schema, headers = described
    operation = schema.find_operation_by_id(name)

    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def law(data):
        case = data.draw(operation.as_strategy())
        if name == "ingest":  # what does start is for test_jobs
            case.body = {"paths": ["/nowhere"]}
        answer = case.call(headers=headers)
        assert answer.status_code < 500
        case.validate_response(answer, excluded_checks=LEFT_OUT)

    law()
