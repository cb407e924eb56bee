"use strict";
// The views of the page beside the question: each a form with a text or a file, shown in the place of the results.
// What a view makes of it is in ticket.js and check.js; a link to it is #NAME, or ?NAME where nothing else is asked for.

const LARGEST = 5 * 1024 * 1024; // bytes of a file: in base64 it must fit into one request
const VIEWS = [];

function view(name, parts) { // registered by the file that works on it: ids of its elements, and `work`
  const made = { name, given: null, ...parts }; // given: the file that was dropped or chosen; what is typed takes its place
  VIEWS.push(made);
  addEventListener("DOMContentLoaded", () => listen(made));
  return made;
}

function viewOf(address) {
  const alone = new URLSearchParams(location.search);
  return VIEWS.find(({ name }) => address.has(name) || (!address.has("q") && alone.has(name)));
}

function enterView(one, text) { // with a text, what becomes of it
  if (by(one.form).hidden) { // what was found for something else is not of this
    asked += 1;
    shut();
    busy(false);
    by("question").value = "";
    by("found").replaceChildren();
    say("");
  }
  leaveViews(one);
  by(one.form).hidden = false;
  by(one.button).setAttribute("aria-expanded", "true");
  if (!text) return by(one.field).focus();
  take(one, null);
  by(one.field).value = text;
  return during(one.work);
}

function leaveViews(but) {
  for (const one of VIEWS.filter((other) => other !== but)) {
    by(one.form).hidden = true;
    by(one.button).setAttribute("aria-expanded", "false");
  }
}

function take(one, file) {
  one.given = file;
  by(one.file).value = "";
  by(one.chosen).textContent = file ? file.name : "";
  if (file) by(one.field).value = "";
}

function isBlank(one) { return !one.given && !by(one.field).value.trim(); }

function missing(one, what) {
  say(what);
  by(one.field).focus();
}

async function fileOf(one) { // the chosen file by its bytes; null where a text was typed
  if (!one.given) return null;
  if (one.given.size > LARGEST) throw new Error("The file is too large: 5 MB at most.");
  return { name: one.given.name, content: await base64(one.given) };
}

async function base64(blob) {
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new Error(`${blob.name || "The text"} cannot be read.`));
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(",") + 1);
}

// -- events ----------------------------------------------------------------------------------------------------

function listen(one) {
  by(one.button).addEventListener("click", () => {
    const opens = by(one.form).hidden;
    history.pushState(null, "", opens ? `#${one.name}` : location.pathname);
    if (opens) return enterView(one, "");
    blank();
    by("question").focus();
  });
  by(one.form).addEventListener("submit", (event) => { event.preventDefault(); during(one.work); });
  by(one.field).addEventListener("input", () => { if (one.given) take(one, null); });
  by(one.field).addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) by(one.form).requestSubmit();
  });
  by(one.choose).addEventListener("click", () => by(one.file).click());
  by(one.file).addEventListener("change", () => { if (by(one.file).files.length) take(one, by(one.file).files[0]); });
}

for (const name of ["dragover", "drop"]) {
  addEventListener(name, (event) => {
    const here = VIEWS.find((one) => !by(one.form).hidden);
    if (!here || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault(); // else the browser would open the file in the place of the page
    if (name === "drop") take(here, event.dataTransfer.files[0]);
  });
}
