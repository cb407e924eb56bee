"""What the tests of the server share: a small index, an engine over it, a client that is let in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from reportlab.lib.pagesizes import LETTER
from reportlab.pdfgen.canvas import Canvas
from starlette.testclient import TestClient

from kts.server.engine import Engine
from kts.server.guard import Guard
from kts.server.names import allowed
from kts.server.routes import application
from kts.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PORT = 8765
HERE = f"http://127.0.0.1:{PORT}"
TEXTS = {
    "terms.md": "# Terms\n\n## 1. Cure\n\nThe cure period is thirty days after notice.\n\n"
    "## 2. Fees\n\nThe late charge is 5 % of the overdue amount.\n",
    "notes/retention.md": "# Retention\n\nLoan records are kept for seven years after payoff.\n",
    "codes.csv": "code,meaning\nE7042,The file was rejected by the custodian\n",
    "größe.txt": "Die Kündigungsfrist beträgt drei Monate.\n",
}


def write_documents(folder: Path) -> Path:
    """A folder of small documents, one of them a PDF."""
    for name, text in TEXTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    canvas = Canvas(str(folder / "letter.pdf"), pagesize=LETTER, invariant=True)
    canvas.drawString(72, 700, "The escrow shortage is spread over twelve months.")
    canvas.showPage()
    canvas.drawString(72, 700, "A second page about hazard insurance.")
    canvas.save()
    return folder


@pytest.fixture(scope="session")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_documents(tmp_path_factory.mktemp("docs"))


@pytest.fixture(scope="session")
def index(docs: Path, tmp_path_factory: pytest.TempPathFactory, no_settings_from_outside: None) -> Path:
    """An index of the documents, not embedded."""
    folder = tmp_path_factory.mktemp("index")
    with Workspace.create(str(folder)) as workspace:
        workspace.ingest([str(docs)], vectors=False)
    return folder


@pytest.fixture
def engine(index: Path) -> Engine:
    return Engine(str(index), threads=2)


@pytest.fixture
def anonymous(engine: Engine) -> Iterator[TestClient]:
    """A client at the right address without a token."""
    guarded = Guard(application(engine), rules=allowed(PORT), tokens=engine.tokens, metrics=engine.metrics)
    with TestClient(guarded, base_url=HERE) as client:
        yield client


@pytest.fixture
def client(anonymous: TestClient, engine: Engine) -> TestClient:
    """A client with the token of the server."""
    anonymous.headers["Authorization"] = f"Bearer {engine.tokens.token}"
    return anonymous


def data(answer):
    """What a successful answer holds."""
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert set(body) == {"success", "data", "confidence", "reasoning"}
    return body["data"]


def refused(answer, status: int, code: str):
    """The problem document of an answer that must be one."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert (body["status"], body["success"], body["data"]["error"]) == (status, False, code)
    assert body["type"] == f"urn:kts:error:{code}"
    assert body["detail"] == body["data"]["message"]
    return body
