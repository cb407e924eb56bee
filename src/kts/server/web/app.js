"use strict";
// The page of `kts serve`: a question, what was found, and the document it was found in.
// What documents say is only ever put into text nodes: nothing of theirs becomes markup.

const AROUND = 1500; // characters shown before and after a passage
const KEY = "kts-token";
const by = (id) => document.getElementById(id);
const GONE = "The server does not answer. Start it again with: kts serve";
const LOCKED = "This page needs a new link. In a terminal, kts serve --open prints one: open it in this browser.";
const LONGEST = 4000; // characters of a question that the server takes
const SHORT = 300; // characters of a nearest place that are shown
let asked = 0; // counts the questions: what arrives for an earlier one is not shown
let turn = 0; // counts what closes the document: one that arrives later than that is not shown
let shown = null; // {id, path, title, passage: [start, end], from, to, length}

function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") node.className = value; else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

function counted(number, what) { return `${number || "No"} ${what}${number === 1 ? "" : "s"}`; }

function say(text) { by("status").textContent = text; }

async function call(path, { body, image } = {}) {
  const headers = { Authorization: `Bearer ${sessionStorage.getItem(KEY) || ""}` };
  if (body) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, {
    method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), credentials: "omit",
  }).catch(() => { throw Object.assign(new Error(GONE), { gone: true }); });
  if (image && answer.ok) return URL.createObjectURL(await answer.blob());
  if (answer.status === 401) throw new Error(locked());
  const found = await answer.json();
  if (!answer.ok) throw new Error([found.detail, found.hint].filter(Boolean).join(". "));
  return found;
}

// Tabs of this page hand each other the token, which nothing keeps: a bookmark opens where another tab is open, and a tab
// that waits for a link goes on where one was opened.
const tabs = new BroadcastChannel(KEY);
const refused = new Set(); // tokens of servers that have ended
let waits = false;

function locked() { // without a token that holds: what to say, while the other tabs are asked for theirs
  refused.add(sessionStorage.getItem(KEY));
  waits = true;
  tabs.postMessage("");
  return LOCKED;
}

tabs.addEventListener("message", ({ data }) => {
  const own = sessionStorage.getItem(KEY);
  if (!data && own && !refused.has(own)) tabs.postMessage(own);
  if (!data || !waits || refused.has(data)) return;
  waits = false;
  sessionStorage.setItem(KEY, data);
  enter().catch(failed);
});

async function enter() {
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get("code");
  if (code) {
    given.delete("code");
    history.replaceState(null, "", given.has("q") || viewOf(given) ? `#${given}` : location.pathname);
    const found = await call("/api/session", { body: { code } }).catch(() => null); // used already: another tab may help
    if (found) sessionStorage.setItem(KEY, found.data.token);
    if (found) tabs.postMessage(found.data.token);
  }
  const status = (await call("/api/status")).data;
  say(`${counted(status.documents, "document")}, ${counted(status.passages, "passage")}`);
  await linked(given);
}

async function linked(given) { // #q=... searches, #q=...&ask answers: a link to a question; #ticket and #check are views
  const day = given.get("as-of") || "";
  if (day || given.has("ask")) by("as-of").value = day;
  const there = viewOf(given);
  if (day !== by("as-of").value && (day || given.has("ask"))) return impossible(given, there, day);
  if (there) return enterView(there, given.get("q") || "");
  leaveViews();
  if (!given.has("q")) return;
  by("question").value = given.get("q");
  await run(given.has("ask") ? ask : search);
}

function impossible(given, there, day) { // a day that a field for days refuses: to go by today instead would answer another question
  blank();
  if (there) enterView(there, "");
  by(there ? there.field : "question").value = given.get("q") || "";
  by("as-of").focus();
  say(`There is no day “${day}”: choose one, as YYYY-MM-DD, or leave it empty for today.`);
}

function undated() { // a day that was typed and is none: the field gives no value for it
  if (!by("as-of").validity.badInput) return false;
  by("as-of").focus();
  say("The day behind As of is none: choose one, or leave it empty for today.");
  return true;
}

function remember(action) { // the address of a question, so that Back and Forward go through the questions
  if (action === ask && undated()) return undefined;
  const question = by("question").value.trim();
  const address = `#${new URLSearchParams(action === ask ? { q: question, ask: "", ...dated() } : { q: question })}`;
  if (question && address !== location.hash) history.pushState(null, "", location.pathname + address);
  leaveViews();
  return run(action);
}

function dated() { // the day that an answer or a check goes by
  const day = by("as-of").value;
  return day ? { "as-of": day } : {};
}

function blank() { // as before the first question
  asked += 1;
  shut();
  leaveViews();
  busy(false);
  by("question").value = "";
  document.title = "KTS";
  by("found").replaceChildren();
  say("");
}

// -- results ---------------------------------------------------------------------------------------------------

function place(where) { // in the words of the command line
  const numbered = ["page", "slide", "paragraph", "line"].find((name) => where[name] !== undefined);
  const cell = where.table !== undefined ? `table ${where.table}, row ${where.row}` : where.sheet !== undefined && `sheet ${where.sheet}, cell ${where.cell}`;
  const part = where.part !== undefined && `part ${where.part}`;
  return [part, cell || (numbered && `${numbered} ${where[numbered]}`)].filter(Boolean).join(", ");
}

function sure(confidence) {
  const bar = make("span", {});
  bar.style.width = `${Math.round(100 * confidence)}%`;
  return make("span", { class: "sure", title: `confidence ${confidence.toFixed(2)}` }, bar);
}

function card(citation, heading, content, confidence) {
  const where = [citation.path, place(citation.location)].filter(Boolean).join(", ");
  const line = make("p", { class: "place" });
  if (confidence !== undefined) line.append(sure(confidence));
  line.append(where);
  const body = [make("h3", {}, heading), line, make("p", {}, ...content)];
  return opening(citation, make("button", { class: "card", type: "button" }, ...body));
}

function opening(citation, node) { // a button that opens the cited place
  node.addEventListener("click", () => {
    for (const other of document.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    node.setAttribute("aria-current", "true");
    open(citation).catch(failed);
  });
  return node;
}

function note(citation, text) { // [1] behind a claim, or the name of a place
  const where = [citation.title, citation.path, place(citation.location)].filter(Boolean).join(", ");
  return opening(citation, make("button", { class: "note", type: "button", title: where }, text));
}

function said(text) {
  return text.split(/^```$/m).map((part, at) => at % 2 ? make("code", {}, part.trim()) : part);
}

function pictures(images) {
  return images.map((one) => make("div", { class: "card" },
    make("p", { class: "place" }, `Image in ${[one.path, place(one.location)].filter(Boolean).join(", ")}`),
    make("p", {}, `Described by a ${one.made_by}, no quote: ${one.description}`)));
}

function heading(title, metadata) {
  const section = [metadata.section, metadata.heading].filter(Boolean).join(" ");
  return section && section !== title ? `${title} › ${section}` : title;
}

async function search(question, isCurrent) {
  const query = new URLSearchParams({ q: question, k: "10" });
  const data = (await call(`/api/search?${query}`)).data;
  if (!isCurrent()) return;
  by("found").replaceChildren(...data.results.map((one) => {
    const found = card({ ...one.citation, location: one.snippet.location }, heading(one.citation.title, one.metadata),
      written(one.snippet.text, one.snippet.marks, { plain: isPlain(one.citation), brief: true }), one.confidence);
    const holds = standing(one.metadata);
    if (holds) found.append(make("p", { class: "low_confidence" }, `Careful: ${holds}.`));
    return found;
  }), ...pictures(data.images));
  const total = data.timings_ms.total;
  const day = by("as-of").value ? ["A search goes by no day: Ask and Check do"] : [];
  say([`${counted(data.results.length, "passage")} in ${Math.round(total)} ms`, ...data.notes, ...day].join(". "));
}

function standing(known) { // what is to be known of a document that does not hold as it stands
  const by = known.superseded_by ? ` by ${known.superseded_by}` : "";
  const old = { superseded: `superseded${by}`, future: "not yet in force" }[known.standing];
  const changed = known.amended_by?.length ? `amended by ${known.amended_by.join(", ")}` : "";
  return [old, changed].filter(Boolean).join("; ");
}

const VERDICTS = {
  answered: "Answered", partly: "Answered in part", conflicting: "The documents disagree",
  low_confidence: "This may not be the answer", abstained: "Not in your documents",
};

async function ask(question, isCurrent) {
  const found = await call("/api/ask", { body: { q: question, ...dated() } });
  if (!isCurrent()) return;
  const data = found.data;
  const unsure = ["low_confidence", "abstained"].includes(data.verdict); // there the number says nothing of an answer
  const level = unsure ? "" : `confidence ${data.confidence.toFixed(2)} (${data.band})`;
  const head = make("div", { class: "card" },
    make("p", { class: `verdict ${data.verdict}` }, VERDICTS[data.verdict] || data.verdict),
    make("p", { class: "place" }, ...(unsure ? [] : [sure(data.confidence)]), [level, data.as_of && `as of ${data.as_of}`, found.reasoning].filter(Boolean).join("; ")));
  for (const one of data.unmet) head.append(make("p", {}, `Not met: ${one.kind} “${one.text}”. ${one.detail || ""}`));
  data.claims.forEach((one, at) => head.append(claim(one, at + 1)));
  head.append(...careful(data));
  if (data.claims.length) head.append(sources(data.claims));
  if (data.definitions.length) head.append(terms(data.definitions));
  if (data.ledger_id) head.append(feedback(data.ledger_id));
  by("found").replaceChildren(head, ...(data.claims.length ? [] : nearest(data.nearest)), ...pictures(data.images));
  say(data.notes.filter((one) => !found.reasoning.includes(one)).join(". "));
}

function careful(data) { // of an answer: what is cited that is not in force, and where documents disagree
  const paths = new Map(data.claims.flatMap((one) => one.citations).map((cited) => [cited.document_id, cited.path]));
  const old = data.freshness.filter((badge) => ["superseded", "future"].includes(badge.badge)).map((one) => {
    const why = [one.badge, one.date].filter(Boolean).join(", ");
    return make("p", { class: "low_confidence" }, `Careful: not in force: ${paths.get(one.document_id)} (${why}).`);
  });
  const said = (one) => one.attribute === "version" ? "Each version has its own: " : "The documents disagree: ";
  return [...old, ...data.conflicts.map((one) => make("p", {}, said(one), ...sides(one)))];
}

function nearest(citations, title = "Nearest places") {
  const cards = citations.map((cited) => card(cited, cited.title, told(cited, cited.quote)));
  return cards.length ? [make("h2", { class: "near" }, title), ...cards] : [];
}

function told(citation, text) { // the beginning of a quote, as it is read
  return written(short(text), [], { plain: isPlain(citation), brief: true });
}

function short(text) { // whole words of it
  if (text.length <= SHORT) return text;
  const words = text.slice(0, SHORT + 1).match(/^[^]*\s/);
  return `${words ? words[0].trimEnd() : Array.from(text).slice(0, SHORT).join("")} …`;
}

function claim(one, number) {
  const notes = one.citations.map((cited) => note(cited, `${number}`));
  const [words, ...code] = said(one.text);
  const holds = one.reasons.some((why) => why.kind === one.standing) ? [make("span", { class: "hedge" }, one.standing)] : [];
  const plain = one.citations.some(isPlain);
  return make("p", { class: "claim" }, ...written(words, [], { plain, brief: true }), ...notes, ...holds, ...code);
}

function sides(conflict) {
  return conflict.sides.flatMap((side, at) => [at ? "; " : "", make("strong", {}, side.value), " ", note(side.citation, source(side))]);
}

function source(side) { // of one side of a conflict: file, place and date
  return [side.citation.path, place(side.citation.location), side.date].filter(Boolean).join(", ");
}

function sources(claims) { // each document once, with the places that the claims cite
  const found = new Map();
  claims.forEach((one, at) => one.citations.forEach((cited) => {
    const places = found.get(cited.path) || found.set(cited.path, { title: cited.title, places: [] }).get(cited.path);
    places.places.push(`[${at + 1}] ${place(cited.location)}`);
  }));
  return make("ul", { class: "place" }, ...[...found].map(([path, one]) =>
    make("li", {}, `${one.title} (${path}): ${one.places.join(", ")}`)));
}

function terms(definitions) { // a sentence that defines several terms is shown once
  const together = new Map();
  for (const one of definitions) {
    const place = `${one.citation.document_id} ${one.citation.start} ${one.citation.end}`;
    together.set(place, [...(together.get(place) || []), one]);
  }
  return make("details", {}, make("summary", {}, "Defined terms"), ...[...together.values()].map((all) =>
    make("p", {}, make("strong", {}, all.map((one) => one.term).join(", ")), ": ", ...written(all[0].text, [], { plain: isPlain(all[0].citation), brief: true }), " ",
      note(all[0].citation, all[0].citation.title))));
}

function feedback(ledgerId) {
  const row = make("div", { class: "row" });
  for (const [verdict, text] of [["good", "Good"], ["bad", "Wrong"], ["wrong_source", "Wrong source"], ["incomplete", "Incomplete"]]) {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", () => call("/api/feedback", { body: { ledger_id: ledgerId, verdict } })
      .then(() => row.replaceChildren("Thank you: written down."), failed));
    row.append(button);
  }
  return row;
}

// -- the document ----------------------------------------------------------------------------------------------

const BECAME = { // of the file of a cited place: what is said, by what has become of it and whether it still says this
  changed: ["The file has changed since it was read and no longer says what was cited.", "The file has changed since it was read, and still says what is cited."],
  gone: ["The file is gone."],
  unchanged: ["The document was read again since this was cited, and no longer says it."],
};

async function open(citation) {
  const { start, end, quote } = citation;
  const began = turn += 1;
  const path = `/api/documents/${encodeURIComponent(citation.document_id)}/cited`;
  const data = (await call(path, { body: { start, end, quote, context: AROUND } })).data;
  if (turn !== began) return;
  shown = { id: citation.document_id, passage: data.stands ? [data.start, data.end] : null, from: data.text_start,
    to: data.text_start + Array.from(data.text).length, text: data.text, length: data.length,
    plain: isPlain(citation), hidden: data.hidden };
  by("title").textContent = data.title;
  by("where").textContent = [data.path, place(data.stands ? data.location : citation.location), data.content_date.slice(0, 10)].filter(Boolean).join(", ");
  const said = BECAME[data.original][Number(data.stands)];
  by("became").textContent = said ? `${said}${data.original === "unchanged" ? "" : " This is the text as it was read (kts ingest takes note of the change)."}` : "";
  by("became").hidden = !said;
  by("document").hidden = false;
  document.querySelector("main").classList.add("split");
  draw();
  const isThere = data.stands && data.original === "unchanged";
  await image({ ...citation, start: data.start, end: data.end, location: data.location }, isThere).catch(failed);
  const mark = by("text").querySelector("mark");
  const below = by("document").getBoundingClientRect().bottom > innerHeight; // under the form of a view, or the results
  if (below || matchMedia("(max-width: 60rem)").matches) by("document").scrollIntoView();
  const seen = said || !by("page").hidden || !mark; // what is to be read first is at the top
  const top = (node) => node.getBoundingClientRect().top;
  by("document").scrollTop += seen ? -by("document").scrollTop
    : top(mark) - top(by("document")) - document.querySelector("#document > header").offsetHeight - 40;
}

function draw() {
  const marks = shown.passage ? [shown.passage.map((at) => Math.max(0, at - shown.from))] : [];
  by("text").replaceChildren(...written(shown.text, marks, { plain: shown.plain }));
  by("text").classList.toggle("plain", shown.plain);
  by("veiled").hidden = !shown.hidden.length;
  by("earlier").hidden = shown.from === 0;
  by("later").hidden = shown.to >= shown.length;
}

async function image(citation, drawn) {
  const page = by("page");
  page.hidden = true;
  if (page.src) URL.revokeObjectURL(page.src);
  const { kind, page: number, sha256 } = citation.location;
  const isPage = kind === "pdf" && number !== undefined;
  if (!drawn || !(isPage || sha256)) return;
  const base = `/api/documents/${encodeURIComponent(citation.document_id)}`;
  const query = new URLSearchParams({ start: citation.start, end: citation.end });
  page.src = await call(`${base}/${isPage ? `pages/${number}?${query}` : `images/${sha256}`}`, { image: true });
  page.alt = isPage ? `page ${number}, the passage marked` : "the image that the text was read in";
  page.hidden = false;
}

async function more(direction) {
  const id = encodeURIComponent(shown.id);
  const start = direction < 0 ? Math.max(0, shown.from - 2 * AROUND) : shown.to;
  const limit = direction < 0 ? shown.from - start : 2 * AROUND;
  const data = (await call(`/api/documents/${id}?${new URLSearchParams({ start, limit })}`)).data;
  const hidden = [...shown.hidden, ...data.hidden];
  if (direction < 0) Object.assign(shown, { from: data.start, text: data.text + shown.text, hidden });
  else Object.assign(shown, { to: data.end, text: shown.text + data.text, hidden });
  draw();
}

// -- events ----------------------------------------------------------------------------------------------------

function failed(error) {
  say(String(error.message || error));
}

function shut() { // what the document pane shows belongs to one result
  turn += 1;
  shown = null;
  by("document").hidden = true;
  document.querySelector("main").classList.remove("split");
  for (const other of document.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
}

function busy(isBusy) {
  for (const name of ["search", "ask", "work", "hold"]) by(name).disabled = isBusy;
}

async function run(action) {
  const question = by("question").value.trim();
  const letters = Array.from(question).length;
  if (question && letters <= LONGEST) {
    document.title = `${question.slice(0, 80)} – KTS`;
    return during((isCurrent) => action(question, isCurrent));
  }
  asked += 1;
  shut();
  by("found").replaceChildren();
  busy(false);
  say(question ? `A question has at most ${LONGEST} characters; this one has ${letters}.` : "Type a question first.");
  by("question").focus();
}

async function during(action) { // one after the other: what an earlier one still brings is not shown
  const began = asked += 1;
  const isCurrent = () => asked === began;
  const before = [...by("found").children].filter((one) => one.id !== "before");
  shut();
  by("found").replaceChildren();
  busy(true);
  say("Looking…");
  try { await action(isCurrent); } catch (error) {
    if (isCurrent()) failed(error);
    if (isCurrent() && error.gone && before.length && !by("found").children.length) { // nobody can ask for it again
      by("found").replaceChildren(make("h2", { class: "near", id: "before" }, "What was found before"), ...before);
    }
  }
  if (isCurrent()) busy(false);
}

by("form").addEventListener("submit", (event) => { event.preventDefault(); remember(search); });
by("ask").addEventListener("click", () => remember(ask));
by("question").addEventListener("keydown", (event) => { // a mail may be pasted: lines stay lines, Enter searches
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  by("form").requestSubmit();
});
by("earlier").addEventListener("click", () => more(-1).catch(failed));
by("later").addEventListener("click", () => more(1).catch(failed));
by("close").addEventListener("click", shut);
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || by("document").hidden) return;
  const opener = document.querySelector("[aria-current]");
  event.preventDefault(); // in the field it would clear the question, too
  shut();
  if (opener) opener.focus();
});
addEventListener("hashchange", () => {
  const given = new URLSearchParams(location.hash.slice(1));
  if (!given.has("code") && !given.has("q") && !viewOf(given)) blank();
  else (given.has("code") ? enter() : linked(given)).catch(failed);
});
addEventListener("DOMContentLoaded", () => enter().catch(failed)); // once the views are there, too
new ResizeObserver(() => { // the head of a narrow window has several lines: what sticks below it must know where it ends
  document.documentElement.style.setProperty("--head", `${document.querySelector("body > header").offsetHeight}px`);
}).observe(document.querySelector("body > header"));
