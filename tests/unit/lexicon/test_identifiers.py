"""IDX-3: identifiers are found as they stand, and one spelling stands for the many that people use."""

from __future__ import annotations

import pytest

from kts.lexicon.identifiers import candidates_in_query, identifiers, normalise

LABELLED: tuple[tuple[str, str], ...] = (
    # error codes of many shapes
    ("The pump stops with E7042 after a restart.", "error_code=E7042"),
    ("ERR-AUTH-401 means that the token has expired.", "error_code=ERR-AUTH-401"),
    ("If AUTH401 is shown, sign in again.", "error_code=AUTH401"),
    ("Oracle answers ORA-00942 when the table is missing.", "error_code=ORA-00942"),
    ("Windows Update failed: 0x80070005.", "error_code=0x80070005"),
    ("The service returned HTTP 503 twice.", "http_status=503"),
    ("The gateway sends an HTTP status code 429 to the client.", "http_status=429"),
    ("HTTP/1.1 404 Not Found", "http_status=404"),
    ("HTTP error 500 was logged.", "http_status=500"),
    ("SQLSTATE 42P01 is raised for an unknown relation.", "sqlstate=42P01"),
    ("SQLSTATE[HY000]: General error", "sqlstate=HY000"),
    ("ERROR: duplicate key (SQLSTATE=23505)", "sqlstate=23505"),
    ("Patch CVE-2025-1234 before Friday.", "cve=CVE-2025-1234"),
    ("CVE-2021-44228 and CVE-2014-0160 are closed.", "cve=CVE-2021-44228 cve=CVE-2014-0160"),
    ("See QM017 in the queue manager log.", "error_code=QM017"),
    ("BF-E101 is followed by BF-E102.", "error_code=BF-E101 error_code=BF-E102"),
    ("DVL_AUTH_401 appears in the console.", "error_code=DVL_AUTH_401"),
    ("The load stopped at LQ:3007.", "error_code=LQ:3007"),
    ("ERR_CONNECTION_REFUSED in the browser", "error_code=ERR_CONNECTION_REFUSED"),
    ("Fault F1024 clears itself.", "error_code=F1024"),
    ("The batch ended with ABEND S0C7 and code IEC141I.", "error_code=IEC141I"),
    ("SAP shows message ME083 at posting.", "error_code=ME083"),
    ("The import raised TS3456X yesterday.", "error_code=TS3456X"),
    ("Message DFS555I precedes it.", "error_code=DFS555I"),
    ("PLS-00201 and TNS-12154 are common.", "error_code=PLS-00201 error_code=TNS-12154"),
    ("(ERR-DB-1005)", "error_code=ERR-DB-1005"),
    ('"SYNC-2041": restart the agent', "error_code=SYNC-2041"),
    (
        "Codes NET-100, NET-200 and NET-300 are reserved.",
        "error_code=NET-100 error_code=NET-200 error_code=NET-300",
    ),
    ("0xC0000005 (access violation)", "error_code=0xC0000005"),
    ("the log says err_timeout_504", "error_code=err_timeout_504"),
    ("printer error e1203 on tray 2", "error_code=e1203"),
    ("SBO-COMMON-0017 is informational.", "error_code=SBO-COMMON-0017"),
    ("MSB3073 breaks the build", "error_code=MSB3073"),
    ("error TS2304: cannot find name", "error_code=TS2304"),
    ("AADSTS50058 at silent sign-in", "error_code=AADSTS50058"),
    ("warning C4996 and error LNK2019", "error_code=C4996 error_code=LNK2019"),
    ("DB2 answers SQL0204N.", "error_code=SQL0204N"),
    ("Jira ticket OPS-4711 describes it.", "error_code=OPS-4711"),
    # knowledge base, tickets and parts
    ("Follow KB-0001 first.", "part_number=KB-0001"),
    ("KB5034441 fails to install.", "part_number=KB5034441"),
    ("TSR-1001 lists the checks.", "part_number=TSR-1001"),
    ("Incident INC0012345 was closed.", "part_number=INC0012345"),
    ("CHG-20391 is approved.", "part_number=CHG-20391"),
    ("Part no. 7XK-22-B is out of stock.", "part_number=7XK-22-B"),
    ("Order part number AX-4410 today.", "part_number=AX-4410"),
    ("The phone is an SM-G991B.", "part_number=SM-G991B"),
    ("Model WRX735SDHZ holds two shelves.", "part_number=WRX735SDHZ"),
    ("SKU: ABC-12345", "part_number=ABC-12345"),
    ("Replace filter PN-88120.", "part_number=PN-88120"),
    # versions
    ("Upgrade to v2.1.0 tonight.", "version=v2.1.0"),
    ("Version 7.4 adds the report.", "version=7.4"),
    ("version 10 is required", "version=10"),
    ("since release 3.12", "version=3.12"),
    ("It needs Python 3.11 or later.", "version=3.11"),
    ("PostgreSQL 15.3 was installed.", "version=15.3"),
    ("OpenShift 4.14.2 is affected.", "version=4.14.2"),
    ("the build 1.4.0-rc1 crashed", "version=1.4.0-rc1"),
    ("Ubuntu 22.04 and Debian 12.5", "version=22.04 version=12.5"),
    ("Loadrunner 12.5.3 reports it", "version=12.5.3"),
    ("api v2 is deprecated", "version=v2"),
    ("Fixed in v1.0.3-beta.", "version=v1.0.3-beta"),
    ("ver. 5.6 of the client", "version=5.6"),
    ("Release 2.0.1 of the connector", "version=2.0.1"),
    # flags
    ("Run it with --dry-run first.", "flag=--dry-run"),
    ("Use --max-depth=3 and --verbose.", "flag=--max-depth flag=--verbose"),
    ("`--no_cache` disables it", "flag=--no_cache"),
    ("the option (--force)", "flag=--force"),
    ("kubectl get pods --all-namespaces -o wide", "flag=--all-namespaces"),
    # paths
    ("Edit /etc/x.conf and restart.", "path=/etc/x.conf"),
    ("Logs are in /var/log/kts/server.log.", "path=/var/log/kts/server.log"),
    (r"Open C:\Users\Public\app.ini now", r"path=C:\Users\Public\app.ini"),
    (r"The share \\files01\scans\in is full.", r"path=\\files01\scans\in"),
    ("see ~/.ssh/config for hosts", "path=~/.ssh/config"),
    ("run ./install.sh as root", "path=./install.sh"),
    ("the file src/main/app.py is generated", "path=src/main/app.py"),
    ("`/usr/local/bin/kts`", "path=/usr/local/bin/kts"),
    ("Copy ../shared/keys.pem there", "path=../shared/keys.pem"),
    ("(/opt/app/bin/start.sh)", "path=/opt/app/bin/start.sh"),
    (r"D:\data\import", r"path=D:\data\import"),
    # clauses
    ("as set out in Section 5.02(b) of the Agreement", "clause=5.02(b)"),
    ("Section 2.06(c)(ii) applies.", "clause=2.06(c)(ii)"),
    ("under ARTICLE II hereof", "clause=ARTICLE II"),
    ("see Exhibit A", "clause=Exhibit A"),
    ("18 U.S.C. § 1201 forbids it", "clause=1201"),
    ("pursuant to Clause 14.3", "clause=14.3"),
    ("Schedule 1 lists them.", "clause=Schedule 1"),
    ("paragraph 7(a) is deleted", "clause=7(a)"),
    ("Sections 3.1 and 4.4(d)", "clause=3.1"),
    ("Article 8 governs", "clause=Article 8"),
    ("Section 401(k) plans", "clause=401(k)"),
    ("SECTION 9.12. Georgia Law.", "clause=9.12"),
    ("in section 3.2.1 above", "clause=3.2.1"),
    ("Appendix C-2", "clause=Appendix C-2"),
    ("under Section\u00a04.03 of it", "clause=4.03"),
    ("set out in Section\n2.01(a) hereof", "clause=2.01(a)"),
    # several in one line
    (
        "On v3.2.1, ERR-NET-504 fills /var/log/net.log (see KB-0042).",
        "version=v3.2.1 error_code=ERR-NET-504 path=/var/log/net.log part_number=KB-0042",
    ),
    ("HTTP 401 and DVL_AUTH_401 go together", "http_status=401 error_code=DVL_AUTH_401"),
    ("E7042/E7043 are twins", "error_code=E7042 error_code=E7043"),
    # what looks alike and is none
    ("We are certified under ISO 9001 and ISO-27001.", ""),
    ("RFC 2616 was replaced by RFC-7231.", ""),
    ("Files are UTF-8, hashed with SHA-256 and AES-256.", ""),
    ("COVID-19 closed the office.", ""),
    ("Q3 was better than H1.", ""),
    ("Revenue grew in FY2024 and Q4-2023.", ""),
    ("Due on 2024-01-31 or 31-12-2024.", ""),
    ("Signed JAN-2024, effective DEC2023.", ""),
    ("The fee is $1,250.00 or EUR 500.", ""),
    ("Pay USD100 at once.", ""),
    ("Call 555-0100 or +1-800-555-0199.", ""),
    ("The meeting is at 10:30 in room B12.", ""),
    ("An HTTP request is sent over HTTPS.", ""),
    ("TLS 1.2 is not in question here, IPv4 is.", "version=1.2"),
    ("The U.S. and U.K. agreed.", ""),
    ("See figure 3 and table 12.", ""),
    ("Form 10-K and Form 8-K were filed.", ""),
    ("A B2B and B2C shop", ""),
    ("MP3 and MP4 and H264 files", ""),
    ("Our S3 bucket and EC2 hosts", ""),
    ("WINDOWS-1252 or ISO-8859-1 text", ""),
    ("It rose 3.5 percent to 7.25%.", ""),
    ("The rate of 3.11 per share", ""),
    ("In 1999 and 2001", ""),
    ("He/she and and/or and w/o", ""),
    ("24/7 support, 1/2 price, 3/4 done", ""),
    ("a well-known, long-term, state-of-the-art plan", ""),
    ("TOTAL-COST and NET-WORTH figures", ""),
    ("THE VALSPAR CORPORATION", ""),
    ("the SECTION below and this Article", ""),
    ("Boeing 737 and Airbus A320", ""),
    ("PCI-DSS and SOC-2 reports", ""),
    ("WD-40 on the hinge", ""),
    ("GPT-4 and RSA-2048", ""),
    ("TCP:8080 and PORT:8443", ""),
    ("ID:12345 and TEL:5551234", ""),
    ("an e-mail to a@b.org", ""),
    ("https://example.org/a/b.html", ""),
    ("www.example.com/index.html", ""),
    ("--- and -- are dashes", ""),
    ("Section by section", ""),
    ("version control and release notes", ""),
    ("Version: 2012", ""),
    ("10.0.0.1 is the gateway", ""),
    ("5 m x 3 m x 2 m", ""),
    ("the 2nd and 3rd of May 2024", ""),
    ("NY 10001 and CA 90210", ""),
    ("ANSI-92 joins", ""),
    ("MD5 and CRC32 sums", ""),
    ("AM-FM radios", ""),
    ("World War II ended in 1945.", ""),
    ("page 12, line 40, row 7", ""),
    ("A4 paper, 100gsm", ""),
    ("CO2 and H2O", ""),
    ("the Borrower's $5,000,000 loan", ""),
    ("/s/ John Smith", ""),
    ("Mon-Fri 9-17", ""),
    ("x86 and x64 hosts with 16GB", ""),
    ("G20 and P1 tickets", ""),
    ("Step 1. Open the panel.", ""),
    ("(a) first, (b) second", ""),
    ("1.2.3 Scope of the work", ""),
)


def _labels(expected: str) -> list[tuple[str, str]]:
    """Labels are separated by spaces; a piece without a kind continues the surface before it."""
    labels: list[tuple[str, str]] = []
    for piece in expected.split(" ") if expected else ():
        kind, separator, surface = piece.partition("=")
        if separator:
            labels.append((kind, surface))
        else:
            labels[-1] = (labels[-1][0], f"{labels[-1][1]} {piece}")
    return labels


def test_idx_3_precision_and_recall_on_labelled_text() -> None:
    right = wrong = missed = 0
    for text, expected in LABELLED:
        wanted = _labels(expected)
        found = [(identifier.kind, identifier.surface) for identifier in identifiers(text)]
        right += len(hits := [label for label in found if label in wanted])
        wrong += len(found) - len(hits)
        missed += len([label for label in wanted if label not in found])
        if sorted(found) != sorted(wanted):
            print(f"{text!r}: wanted {wanted}, found {found}")  # noqa: T201
    precision, recall = right / (right + wrong), right / (right + missed)
    print(f"{len(LABELLED)} texts, precision {precision:.3f}, recall {recall:.3f}")  # noqa: T201
    assert len(LABELLED) >= 150
    assert precision >= 0.95
    assert recall >= 0.95


@pytest.mark.parametrize(
    "spelling", ["ERR-AUTH-401", "err_auth_401", "ERR AUTH 401", "ErrAuth401", "err:auth:401", "ERR.AUTH.401"]
)
def test_idx_3_one_norm_for_case_hyphen_and_split(spelling: str) -> None:
    assert normalise(spelling) == "errauth401"


@pytest.mark.parametrize(
    ("surface", "norm"),
    [
        ("CVE-2025-1234", "cve2025-1234"),
        ("cve 2025 1234", "cve2025-1234"),
        ("v2.1.0", "2.1.0"),
        ("7.4", "7.4"),
        ("74", "74"),
        ("Section 5.02(b)", "section5.02(b)"),
        ("§ 1201", "section1201"),
        ("ARTICLE II", "articleii"),
        ("--dry-run", "--dryrun"),
        (r"C:\Temp\A.log", "c:/temp/a.log"),
        ("/etc/x.conf", "/etc/x.conf"),
        ("0x80070005", "0x80070005"),
    ],
)
def test_idx_3_norms(surface: str, norm: str) -> None:
    assert normalise(surface) == norm
    assert normalise(norm) == norm


@pytest.mark.parametrize(
    ("question", "norm"),
    [
        ("what does ERR AUTH 401 mean?", "errauth401"),
        ("fix for tsr 1001", "tsr1001"),
        ("windows update 0x 80070005", "0x80070005"),
        ("auth-401 on login", "auth401"),
        ("http 503 from the gateway", "http503"),
        ("Is CVE 2025 1234 patched?", "cve2025-1234"),
        ("what does the dry-run flag do", "--dryrun"),
        ("what is --dry-run", "--dryrun"),
        ("Section 5.02(b)?", "section5.02(b)"),
        ("new in v7.4", "7.4"),
        ("what happens in /etc/x.conf?", "/etc/x.conf"),
        ("bf e101", "bfe101"),
        ("dvl_auth_401?", "dvlauth401"),
    ],
)
def test_idx_3_a_question_may_spell_it_any_way(question: str, norm: str) -> None:
    assert norm in candidates_in_query(question)


def test_idx_3_every_labelled_norm_is_met_by_its_own_surface_in_a_question() -> None:
    for text, _ in LABELLED:
        candidates = candidates_in_query(text)
        assert all(identifier.norm in candidates for identifier in identifiers(text))


def test_idx_3_a_question_without_digits_names_nothing() -> None:
    assert candidates_in_query("how do I reset my password") == ()


def test_idx_3_spans_are_exact_and_in_order() -> None:
    text = " ".join(text for text, _ in LABELLED)
    position = 0
    for identifier in identifiers(text):
        assert text[identifier.start : identifier.end] == identifier.surface
        assert identifier.start >= position
        position = identifier.end
