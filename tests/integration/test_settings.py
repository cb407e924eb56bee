"""EVID-4, QRY-4: settings, records and lists of names are asked for in words, and one line answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kts.workspace import Workspace
from support.index import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VALUES = """# Helm values of the mill in {place}
replicaCount: {count}
autoscaling:
  minReplicas: {count}
  maxReplicas: {most}
probes:
  liveness:
    initialDelaySeconds: 40
env:
  FEATURE_NEW_ROUTES: "{new}"
"""
PROXY = """# Proxy before the mill
http {
    ssl_protocols TLSv1.2 TLSv1.3;
    server {
        location /v2/ {
            proxy_read_timeout 20s;
        }
        location /v1/ {
            proxy_read_timeout 35s;
        }
    }
}
"""
LOG = """2026-09-14T04:01:17Z WARN  heron[811] pool usage 92%
2026-09-14T04:22:10Z ERROR heron[811] invoice lock held 311s invoice=INV-88213
2026-09-14T04:23:01Z INFO  heronctl[1911] unlock invoice=INV-88213
2026-09-14T04:41:36Z INFO  heron[811] invoice run finished batch=4411 ok=1819 failed=1
"""
TICKETS = """<tickets>
<ticket><id>TCK-71</id><status>closed</status><summary>The press stands still</summary><owner>Ada Roe</owner></ticket>
<ticket><id>TCK-72</id><status>open</status><summary>Labels come out blank</summary><owner>Ben Moor</owner></ticket>
</tickets>
"""
ABOUT = """The mill, an overview for new staff

  Kite     grain mill
  Heron    invoices and payments
  Wren     sorting line, by colour
"""
NOTES = """# Notes on Kite

Kite was moved to the north hall in May. Kite runs at night. Ask the shift leader before you stop Kite.
"""
FILES = {
    "deploy/values-production.yaml": VALUES.format(place="production", count=6, most=18, new="false"),
    "deploy/values-staging.yaml": VALUES.format(place="staging", count=2, most=4, new="true"),
    "proxy/nginx.conf": PROXY,
    "logs/heron.log": LOG,
    "tickets/export.xml": TICKETS,
    "about.txt": ABOUT,
    "notes.md": NOTES,
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder: Path = tmp_path_factory.mktemp("mill")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    with Workspace.create(str(folder / "index"), environment={**WORDS, "KTS_ANSWER_FLOOR": "0"}) as found:
        found.ingest([str(folder)])
        yield found


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("max replicas mill production", "autoscaling.maxReplicas: 18"),
        ("max replicas mill staging", "autoscaling.maxReplicas: 4"),
        ("initial delay of the liveness probe in staging", "probes.liveness.initialDelaySeconds: 40"),
        ("Is FEATURE_NEW_ROUTES enabled in production?", "env.FEATURE_NEW_ROUTES: false"),
        ("What is the proxy read timeout for /v2/?", "http > server > location /v2/ proxy_read_timeout 20s;"),
        ("Which TLS versions does the proxy accept?", "http ssl_protocols TLSv1.2 TLSv1.3;"),
        ("Which invoice was locked for 311 seconds?",
         "2026-09-14T04:22:10Z ERROR heron[811] invoice lock held 311s invoice=INV-88213"),
        ("Who is the owner of TCK-72?",
         "ticket TCK-72: id: TCK-72; status: open; summary: Labels come out blank; owner: Ben Moor"),
        ("How long was the invoice lock held on 14 September 2026?",
         "2026-09-14T04:22:10Z ERROR heron[811] invoice lock held 311s invoice=INV-88213"),
        ("How many invoices of batch 4411 failed?",
         "2026-09-14T04:41:36Z INFO heron[811] invoice run finished batch=4411 ok=1819 failed=1"),
        ("What is Kite?", "Kite: grain mill"),
        ("What does Heron do?", "Heron: invoices and payments"),
    ],
)  # fmt: skip
def test_evid_4_the_line_that_is_asked_for_leads_and_is_all(opened: Workspace, question: str, said: str):
    found = opened.ask(question, record=False)
    assert [claim.text for claim in found.claims][:1] == [said]


@pytest.mark.parametrize(
    "question",
    [
        "What is the timeout of the liveness probe in the test cluster in Oslo?",
        "What is the proxy read timeout for /v3/?",
        "Which invoice was locked for 944 seconds?",
        "Who is the owner of TCK-99?",
        "How many invoices of batch 4412 failed?",
        "What is Falcon?",
        "Is FEATURE_OLD_ROUTES enabled in production?",
    ],
)
def test_evid_5_another_key_place_or_name_is_not_answered(opened: Workspace, question: str):
    assert opened.ask(question, record=False).verdict in {"abstained", "low_confidence"}
