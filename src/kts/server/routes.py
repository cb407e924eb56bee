"""The addresses of the server, as a FastAPI application: one for each operation of the table, and a few of their own.

Answers are made and shaped elsewhere; here are addresses, status codes, headers and the OpenAPI document.
"""

from __future__ import annotations

import inspect
import re
from contextlib import asynccontextmanager, nullcontext
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from fastapi import Body, FastAPI, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.telemetry import TelemetryConfig
from pydantic import ConfigDict, create_model
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from kts import __version__
from kts.errors import UsageError
from kts.server import params
from kts.server.guard import ALIVE, PUBLIC
from kts.server.mistakes import OBJECT, mistakes
from kts.server.operations import TABLE
from kts.server.pages import raster
from kts.server.rest import Refusal, as_json, problem, renamed
from kts.server.wire import envelope, schemas, schemas_state

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.applications import Starlette

    from kts.server.engine import Engine
    from kts.server.operations import Operation
    from kts.server.rest import Reply

PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
           "description": said}
    for code, said in (
        (400, "The call is not valid"), (401, "The token is missing or wrong"), (403, "Asked from another page"),
        (404, "There is no such thing"), (409, "Not while it is so"), (413, "Too large"),
        (421, "Not the name of this server"), (422, "A parameter is missing or wrong"), (503, "No index, or too busy"),
    )
}  # fmt: skip
DESCRIPTION = """Answers from your own documents, with evidence that can be checked.

Every answer is an envelope {success, data, confidence, reasoning}; every error is a problem document that is one too.
Send `Authorization: Bearer TOKEN` with the token of `.kts/server.json`."""
SILENT = TelemetryConfig(tracing=False, metrics=False, logs=False, auto_configure=False)
"""The library would record requests, and send them where the environment says; addresses hold questions."""
PAGE = {
    "/": ("index.html", "text/html"),
    "/app.js": ("app.js", "text/javascript"),
    "/written.js": ("written.js", "text/javascript"),
    "/views.js": ("views.js", "text/javascript"),
    "/ticket.js": ("ticket.js", "text/javascript"),
    "/check.js": ("check.js", "text/javascript"),
    "/style.css": ("style.css", "text/css"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
Answer = Annotated[Any, "an HTTP response"]


def application(engine: Engine, *, tools: Starlette | None = None) -> FastAPI:
    """Every address of the server over one engine, with `tools` (an application of its own); the guard goes around."""
    app = FastAPI(
        title="KTS", version=__version__, description=DESCRIPTION, openapi_url="/api/openapi.json",
        telemetry=SILENT, docs_url=None, redoc_url=None, lifespan=_closing(engine, tools), redirect_slashes=False,
        responses=PROBLEMS,
    )  # fmt: skip
    for operation in TABLE:
        _route(app, operation, engine)
    own = (
        _page_image, _image, _original, _jobs, _events, _cancel, _health, _alive, _metrics, _session, _code, _facade,
        _web, _problems, _openapi,
    )  # fmt: skip
    for add in own:
        add(app, engine)
    app.router.routes.extend(tools.routes if tools else [])
    return app


def _closing(engine: Engine, tools: Starlette | None) -> Callable[[FastAPI], Any]:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with tools.router.lifespan_context(tools) if tools else nullcontext():
            yield
        await engine.close()

    return lifespan


def _route(app: FastAPI, operation: Operation, engine: Engine) -> None:
    inside = re.findall(r"{(\w+)}", operation.path)
    rest = _without(operation.params, inside)
    place = Query() if operation.method == "GET" else Body()

    async def endpoint(request: Request, **given: Any) -> Response:
        said = given.pop("asked", None)
        asked = operation.params.model_validate({**(said.model_dump(exclude_unset=True) if said else {}), **given})
        return await _answered(request, engine, operation, asked)

    arguments = [_argument("request", Request)]
    arguments += [_argument(name, Annotated[operation.params.model_fields[name].rebuild_annotation(), Path()])
                  for name in inside]  # fmt: skip
    arguments += [_argument("asked", Annotated[rest, place])] if rest.model_fields else []
    endpoint.__signature__ = inspect.Signature(arguments)  # type: ignore[attr-defined]
    app.add_api_route(
        f"/api{operation.path}",
        endpoint,
        methods=[operation.method],
        operation_id=operation.name,
        summary=operation.summary,
        description=inspect.getdoc(operation.params),
        response_class=JSON,
        responses={200: {"model": _enveloped(operation.answer), "description": "The answer"}},
    )


def _enveloped(shape: Any) -> Any:
    return schemas.Envelope.__class_getitem__(shape)


def _argument(name: str, kind: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind)


def _without(model: type[params.Params], names: list[str]) -> type[params.Params]:
    """The parameters that are not part of the address."""
    if not names:
        return model
    kept = {name: (field.annotation, field) for name, field in model.model_fields.items() if name not in names}
    made: type[params.Params] = create_model(  # type: ignore[call-overload]
        f"{model.__name__}Query", __config__=ConfigDict(extra="forbid", populate_by_name=True), **kept
    )
    return made


class JSON(JSONResponse):
    """What the OpenAPI document says that answers are; they are made by `response`."""


async def _answered(request: Request, engine: Engine, operation: Operation, asked: params.Params) -> Response:
    known = request.headers.get("if-none-match", "")
    if operation.kept and known:
        now = await engine.newest()
        if now.generation is not None and _etag(now) in known:
            return Response(status_code=304, headers={"etag": _etag(now)})
    return response(await engine.answer(operation, asked), kept=operation.kept)


def response(reply: Reply, *, kept: bool = False) -> Response:
    """A reply as HTTP: `kept` answers say by their tag what they depend on."""
    if reply.status >= 400:  # noqa: PLR2004 - where errors begin
        return Response(as_json(reply.body), reply.status, media_type="application/problem+json")
    headers = {"cache-control": "private, no-cache" if kept else "no-store"}
    if kept and reply.generation is not None:
        headers["etag"] = _etag(reply)
    return Response(as_json(reply.body), 200, headers, media_type="application/json")


def _etag(reply: Reply) -> str:
    return f'W/"{__version__}-{reply.generation}-{reply.state}"'


async def _bytes(engine: Engine, name: str, read: Callable[[Any], Any]) -> tuple[Reply, list[Any]]:
    """What is read for an answer that is no JSON, alone in a list; where that is empty the reply says why."""
    found: list[Any] = []

    def run(workspace: Any) -> dict[str, Any]:
        found.append(read(workspace))
        return envelope({})

    return await engine.measured(name, run, named=True), found


def _page_image(app: FastAPI, engine: Engine) -> None:
    @app.get(
        "/api/documents/{id}/pages/{page}",
        operation_id="page",
        summary="Draw a page of a PDF, a quote marked.",
        response_class=Response,
        responses={200: {"content": {"image/png": {}}, "description": "The page"}},
    )
    async def page(
        id: Annotated[params.Name, Path()],  # noqa: A002 - the name in the address
        page: Annotated[int, Path(ge=1, le=100_000)],
        asked: Annotated[params.Drawn, Query()],
    ) -> Response:
        wish = params.Page(id=id, page=page, **asked.model_dump())
        reply, drawn = await _bytes(engine, "page", lambda workspace: engine.pages.png(workspace, wish))
        if not drawn:
            return response(reply)
        return Response(drawn[0], media_type="image/png", headers={"cache-control": "private, max-age=60"})


def _image(app: FastAPI, engine: Engine) -> None:
    @app.get(
        "/api/documents/{id}/images/{sha256}",
        operation_id="image",
        summary="Show an image of a document, as citations name it.",
        response_class=Response,
        responses={200: {"content": {"image/*": {}}, "description": "The image"}},
    )
    async def image(
        id: Annotated[params.Name, Path()],  # noqa: A002 - the name in the address
        sha256: Annotated[str, Path(pattern="^[0-9a-f]{64}$")],
    ) -> Response:
        def read(workspace: Any) -> tuple[bytes, str]:
            content = workspace.image(id, sha256)
            return content, raster(content, id)

        reply, found = await _bytes(engine, "image", read)
        if not found:
            return response(reply)
        content, kind = found[0]
        headers = {"cache-control": "private, max-age=60", "content-security-policy": "sandbox"}
        return Response(content, media_type=kind, headers=headers)


def _original(app: FastAPI, engine: Engine) -> None:
    @app.get(
        "/api/documents/{id}/original",
        operation_id="original",
        summary="Fetch the file of a document, as long as it is the one that was read.",
        response_class=Response,
        responses={200: {"content": {"application/octet-stream": {}}, "description": "Its bytes, to be saved"}},
    )
    async def original(id: Annotated[params.Name, Path()]) -> Response:  # noqa: A002 - the name in the address
        reply, found = await _bytes(engine, "original", lambda workspace: workspace.original(id))
        if not found:
            return response(reply)
        headers = {
            "cache-control": "private, no-cache",
            "content-disposition": attached(found[0].document.path),
            "content-security-policy": "sandbox",
        }
        return Response(found[0].content, headers=headers, media_type="application/octet-stream")


def attached(path: str) -> str:
    """The header that has a file saved under its name and not shown: strangers made it (RFC 6266)."""
    name = path.rpartition("/")[2].encode("utf-8", "replace").decode()
    plain = re.sub(r"[^ !#-\[\]-~]", "_", name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def _jobs(app: FastAPI, engine: Engine) -> None:
    ok = {"model": schemas.Envelope[schemas_state.Job], "description": "The job"}

    @app.post(
        "/api/ingest", status_code=202, operation_id="ingest", summary="Start an ingest.", response_class=JSON,
        responses={202: ok},
    )  # fmt: skip
    async def ingest(asked: params.Ingest | None = None) -> Response:
        from kts.server.jobs import Wish

        asked = asked or params.Ingest()
        wish = Wish(tuple(asked.paths), asked.vectors, asked.confirm_delete)
        job = await engine.ingest(wish)
        headers = {"location": f"/api/jobs/{job.id}"}
        body = envelope(job.shape(), reasoning="the ingest waits for its turn, or has begun")
        return Response(as_json(body), 202, headers, media_type="application/json")

    @app.get(
        "/api/jobs", operation_id="jobs", summary="List ingests.", response_class=JSON,
        responses={200: {"model": schemas.Envelope[schemas_state.Jobs], "description": "The jobs"}},
    )  # fmt: skip
    async def jobs() -> Response:
        return _said({"jobs": [job.shape() for job in engine.jobs.listed()]})

    @app.get(
        "/api/jobs/{id}", operation_id="job", summary="Look at an ingest.", response_class=JSON, responses={200: ok}
    )
    async def job(id: Annotated[params.Name, Path()]) -> Response:  # noqa: A002
        return _said(_job(engine, id).shape())


def _cancel(app: FastAPI, engine: Engine) -> None:
    @app.post(
        "/api/jobs/{id}/cancel", operation_id="cancel", summary="End an ingest.", response_class=JSON,
        responses={200: {"model": schemas.Envelope[schemas_state.Job], "description": "The job"}},
    )  # fmt: skip
    async def cancel(id: Annotated[params.Name, Path()]) -> Response:  # noqa: A002
        found = _job(engine, id)
        await engine.jobs.cancel(found)
        return _said(found.shape())


def _events(app: FastAPI, engine: Engine) -> None:
    @app.get(
        "/api/jobs/{id}/events",
        operation_id="events",
        summary="Follow an ingest: one server-sent event a line of its account.",
        response_class=Response,
        responses={200: {"content": {"text/event-stream": {}}, "description": "The events"}},
    )
    async def events(request: Request, id: Annotated[params.Name, Path()]) -> Response:  # noqa: A002
        from starlette.responses import StreamingResponse

        found = _job(engine, id)
        after = request.headers.get("last-event-id", "")
        lines = _event_lines(found, int(after) if after.isdecimal() and len(after) < 10 else 0)  # noqa: PLR2004
        return StreamingResponse(lines, media_type="text/event-stream", headers={"cache-control": "no-store"})


async def _event_lines(job: Any, after: int) -> AsyncIterator[bytes]:
    async for number, event in job.follow(after):
        yield b"id: %d\ndata: %s\n\n" % (number, as_json(event))
    yield b"event: end\ndata: %s\n\n" % as_json(job.shape())


def _job(engine: Engine, job_id: str) -> Any:
    try:
        return engine.jobs.get(job_id)
    except UsageError as error:
        raise renamed(error, "not_found") from None


def _said(data: Any, reasoning: str = "") -> Response:
    headers = {"cache-control": "no-store"}
    return Response(as_json(envelope(data, reasoning=reasoning)), 200, headers, media_type="application/json")


def _health(app: FastAPI, engine: Engine) -> None:
    @app.get(
        "/api/health", operation_id="health", summary="Say whether the server can answer.", response_class=JSON,
        responses={200: {"model": schemas.Envelope[schemas_state.Health], "description": "Its state"}},
    )  # fmt: skip
    async def health() -> Response:
        now = await engine.newest()
        if now.status >= 400:  # noqa: PLR2004 - it cannot answer, and says why as every other call would
            return response(now)
        notes = [engine.readers.trouble] if engine.readers.trouble else []
        state = "trouble" if notes else "ok"
        return _said({"status": state, "version": __version__, "generation": now.generation, "notes": notes}, state)


def _alive(app: FastAPI, engine: Engine) -> None:  # noqa: ARG001 - all of these are called alike
    async def alive() -> Response:
        return _said({"alive": True})

    app.add_api_route(ALIVE, alive, methods=["HEAD"], include_in_schema=False)
    app.add_api_route(
        ALIVE, alive, methods=["GET"], operation_id="alive", response_class=JSON,
        summary="Say that the server answers, to a probe without a token; nothing of the index.",
        responses={200: {"content": {"application/json": {}}, "description": "It answers"}},
    )  # fmt: skip


def _metrics(app: FastAPI, engine: Engine) -> None:
    @app.get(
        "/api/metrics", operation_id="metrics", summary="Count what was asked, for Prometheus.",
        response_class=Response, responses={200: {"content": {"text/plain": {}}, "description": "The metrics"}},
    )  # fmt: skip
    async def metrics() -> Response:
        held = await engine.answer("status", params.Status(since=False))
        if held.status == 200:  # noqa: PLR2004
            engine.metrics.holds(held.body["data"])
        return Response(engine.metrics.text(), media_type="text/plain; version=0.0.4")


def _session(app: FastAPI, engine: Engine) -> None:
    @app.post(
        "/api/session", operation_id="session", summary="Exchange the code of a one-time link for a token.",
        response_class=JSON, responses={200: {"content": {"application/json": {}}, "description": "The token"}},
    )  # fmt: skip
    async def session(asked: params.Code) -> Response:
        token = engine.tokens.exchange(asked.code)
        if token is None:
            message = "the link was used already, or is too old"
            raise Refusal(message, code="refused", hint="kts serve --open in a terminal prints another")
        return _said({"token": token})


def _code(app: FastAPI, engine: Engine) -> None:
    @app.post(
        "/api/code", operation_id="code", summary="Make the code of a one-time link: ADDRESS/#code=CODE.",
        response_class=JSON, responses={200: {"content": {"application/json": {}}, "description": "The code"}},
    )  # fmt: skip
    async def code() -> Response:
        return _said({"code": engine.tokens.code()})


def _facade(app: FastAPI, engine: Engine) -> None:
    """For the command line of the same version only: nouns instead of shapes, and no part of the document."""
    from kts.server.codec import decoded, encoded
    from kts.server.facade import READS

    @app.post("/api/facade/{method}", include_in_schema=False)
    async def facade(method: str, asked: Annotated[dict[str, Any], Body()]) -> Response:
        def call(workspace: Any) -> dict[str, Any]:
            if method not in READS or not hasattr(workspace, method):
                message = "this is not called through a server"
                raise Refusal(message, code="not_found")
            found = getattr(workspace, method)(*decoded(asked["arguments"]), **decoded(asked["named"]))
            times = dict(getattr(found, "timings_ms", {}))
            try:
                value = encoded(found)
            except TypeError as error:  # the client does it itself
                raise Refusal(str(error), code="not_found") from None
            return envelope({"value": value, "timings_ms": times, "verdict": getattr(found, "verdict", None)})

        return response(await engine.measured(method if method in READS else "facade", call))


def _web(app: FastAPI, engine: Engine) -> None:  # noqa: ARG001 - all of these are called alike
    folder = files("kts.server") / "web"
    for address, (name, kind) in PAGE.items():
        body = (folder / name).read_bytes()
        app.add_api_route(address, _fixed(body, kind), include_in_schema=False, methods=["GET", "HEAD"])


def _fixed(body: bytes, kind: str) -> Callable[[], Awaitable[Response]]:
    async def fixed() -> Response:
        return Response(body, media_type=kind, headers={"cache-control": "no-cache"})

    return fixed


def _problems(app: FastAPI, engine: Engine) -> None:  # noqa: ARG001
    async def wrong(_: Request, error: Exception) -> Response:
        return response(problem(error))  # type: ignore[arg-type]  # registered for errors of ours

    async def invalid(_: Request, error: Exception) -> Response:
        reply = problem(UsageError(_first_mistake(error), hint="GET /api/openapi.json describes every parameter"))
        return response(reply._replace(status=422, body={**reply.body, "status": 422}))

    async def unknown(_: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 404)
        code = "method" if status == 405 else "not_found" if status == 404 else "usage"  # noqa: PLR2004
        reply = problem(
            Refusal(str(getattr(error, "detail", error)), code=code, hint="GET /api/openapi.json lists all")
        )
        return response(reply._replace(status=status, body={**reply.body, "status": status}))

    from kts.errors import KTSError

    app.add_exception_handler(KTSError, wrong)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, unknown)


def _first_mistake(error: Any) -> str:
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return f"the body is no JSON: {first['ctx']['error']} at character {first['loc'][-1]}"
    place = first["loc"][1:]
    if first["type"] == "missing" and not place:
        return "the body is missing: a JSON object, sent with Content-Type: application/json"
    if first["type"] in OBJECT and not place:
        return "the body is no JSON object, sent with Content-Type: application/json"
    return mistakes([{**first, "loc": place}])


def _openapi(app: FastAPI, engine: Engine) -> None:  # noqa: ARG001
    """The document with the shape of problems in it, and that every call needs the token."""
    made = app.openapi

    def document() -> dict[str, Any]:
        found = made()
        parts = found.setdefault("components", {})
        problem_shape = schemas.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        parts.setdefault("schemas", {}).update({**problem_shape.pop("$defs", {}), "Problem": problem_shape})
        parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        found["security"] = [{"token": []}]
        for address, methods in found["paths"].items():
            for method, one in methods.items():
                if (method.upper(), address) in PUBLIC:
                    one["security"] = []
        return found

    app.openapi = document  # type: ignore[method-assign]
