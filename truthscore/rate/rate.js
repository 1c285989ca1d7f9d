"use strict";
// What was not saved lies in localStorage, under the rater and the text that was rated.
const page = document.body.dataset, words = JSON.parse(page.words);
const place = document.getElementById("place"), message = document.getElementById("message");
const ASKS = ["truth", "relatedness", "completeness"];
let busy = false, target = "truth", token = newToken();

function newToken() { return Array.from(crypto.getRandomValues(new Uint8Array(12)), b => b.toString(16).padStart(2, "0")).join(""); }
function item() { return document.getElementById("item"); }
function form() { return place.querySelector("form"); }
function key() { return ["truthscore", page.save, page.rater, item().dataset.item, item().dataset.digest].join("\n"); }
function tell(text) { message.hidden = !text; message.textContent = words[text] || text; }
function wait(ms) { return new Promise(done => setTimeout(done, ms)); }

function read() {
  const given = new FormData(form()), stars = name => Number(given.get(name)) || null;
  return {
    truth: stars("truth"), cannot: given.get("truth") === "0",
    relatedness: stars("relatedness"), completeness: stars("completeness"),
    message_type: given.get("message_type") || null, comment: given.get("comment"), flag: given.has("flag"),
    untrue: [...place.querySelectorAll(".s[aria-pressed=true]")].map(s => [Number(s.dataset.start), Number(s.dataset.end)]),
  };
}
function fill(draft) {
  const fields = form().elements;
  if (draft.truth || draft.cannot) fields.truth.value = String(draft.cannot ? 0 : Math.round(draft.truth));
  for (const name of ASKS.slice(1)) if (fields[name] && draft[name]) fields[name].value = String(draft[name]);
  fields.message_type.value = draft.message_type || "";
  fields.comment.value = draft.comment; fields.flag.checked = draft.flag;
  const marked = new Set(draft.untrue.map(span => span.join("-")));
  for (const s of place.querySelectorAll(".s")) s.setAttribute("aria-pressed", marked.has(s.dataset.start + "-" + s.dataset.end));
}
function keep() { if (form()) localStorage.setItem(key(), JSON.stringify(read())); }
function aim(name) {
  target = name;
  for (const each of place.querySelectorAll(".stars")) each.classList.toggle("next", each.dataset.name === name && name !== "truth");
}
function ready() {
  token = newToken(); aim("truth");
  place.dataset.shown = String(Number(place.dataset.shown || 0) + 1);
  if (!form()) return;
  const kept = localStorage.getItem(key()), taken = item().dataset.draft;
  if (kept) fill(JSON.parse(kept)); else if (taken) fill(JSON.parse(taken));
  const near = document.getElementById("passage"), right = place.querySelector(".right");
  if (near) right.scrollTop += near.getBoundingClientRect().top - right.getBoundingClientRect().top - right.clientHeight / 4;
  window.scrollTo(0, 0);
}
// A request whose answer is lost is sent again under its token; the server carries it out once.
async function send(address, more) {
  if (busy) return;
  busy = place.inert = true;  // what is changed now would not be sent
  const sent = form() && address === page.save ? key() : null;
  const body = JSON.stringify({ rater: page.rater, token, ...more });
  try {
    for (;;) {
      let answer, text;
      try {
        answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body });
        text = await answer.text();  // half an answer is none
      } catch (_) { tell("offline"); await wait(500); continue; }
      if (answer.status === 503) { tell(text); await wait(1000); continue; }
      if (!answer.ok) { tell(text); return; }
      if (sent) localStorage.removeItem(sent);
      place.innerHTML = text; tell(address === page.undo ? "undone" : ""); ready();
      return;
    }
  } finally { busy = place.inert = false; if (document.activeElement === document.body) place.focus({ preventScroll: true }); }
}
function save() {
  if (!form()) return;
  const said = read();
  if (!said.truth && !said.cannot) { tell("truth_needed"); return; }
  send(page.save, { item: item().dataset.item, digest: item().dataset.digest, ...said });
}
async function verdict() {
  const button = place.querySelector("[data-do=verdict]");
  if (!button) return;
  let answer, text;
  try {
    answer = await fetch("/verdict?" + new URLSearchParams({ rater: page.rater, item: button.dataset.item }));
    text = await answer.text();
  } catch (_) { tell("offline"); return; }
  if (!answer.ok) { tell(text); return; }
  document.querySelector("#verdict div").innerHTML = text;
  document.getElementById("verdict").showModal();
}
function toggle(s) { s.setAttribute("aria-pressed", s.getAttribute("aria-pressed") !== "true"); keep(); }
function star(n) {
  const fields = form().elements[target];
  fields.value = String(n); aim(ASKS[(ASKS.indexOf(target) + 1) % 3 * (target !== "truth")]); keep(); tell("");
}
const KEYS = {
  e: () => { const next = ASKS[(ASKS.indexOf(target) + 1) % 3]; if (form().elements[next]) aim(next); },
  t: () => { const types = form().elements.message_type; types.selectedIndex = (types.selectedIndex + 1) % types.length; keep(); },
  m: () => { const all = [...place.querySelectorAll(".s")]; all[(all.indexOf(document.activeElement) + 1) % all.length]?.focus(); },
  f: () => { form().elements.flag.click(); },
  c: () => { form().elements.comment.focus(); },
  r: () => { const rubric = document.getElementById("rubric"); rubric.open = !rubric.open; if (rubric.open) rubric.scrollIntoView({ block: "nearest" }); },
};
document.addEventListener("keydown", event => {
  const open = document.querySelector("dialog[open]");  // a closed one may still hold the focus
  const at = event.target.closest("dialog:not([open])") ? document.body : event.target;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (open) { if (event.key === "Enter" || event.key === "?" || event.key === "v") { event.preventDefault(); open.close(); } return; }
  if (event.key === "Enter" && !event.shiftKey && !(at.matches("button:not(.main), summary, a"))) { event.preventDefault(); if (!event.repeat) save(); return; }
  if (at.matches("textarea, select, input:not([type=radio], [type=checkbox])")) { if (event.key === "Escape") at.blur(); return; }
  if (event.key === " " && at.matches(".s")) { event.preventDefault(); toggle(at); return; }
  if (event.repeat || busy) return;
  const act = event.key === "?" ? () => document.getElementById("help").showModal()
    : event.key === "u" ? () => send(page.undo, {}) : event.key === "v" ? verdict
    : !form() ? null : /^[0-5]$/.test(event.key) ? () => star(event.key) : KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
});
document.addEventListener("click", event => {
  const at = event.target;
  if (at.closest("[data-close]")) at.closest("dialog").close();
  else if (at.closest("#keys")) document.getElementById("help").showModal();
  else if (at.closest("[data-do=undo]")) send(page.undo, {});
  else if (at.closest("[data-do=verdict]")) verdict();
  else if (at.closest(".s") && getSelection().isCollapsed) toggle(at.closest(".s"));
});
document.addEventListener("mouseup", () => {  // a selection marks every sentence that it touches
  const chosen = getSelection();
  if (chosen.isCollapsed || !place.querySelector(".answer")?.contains(chosen.anchorNode)) return;
  for (const s of place.querySelectorAll(".s")) if (chosen.containsNode(s, true)) s.setAttribute("aria-pressed", "true");
  keep(); setTimeout(() => chosen.removeAllRanges());
});
place.addEventListener("submit", event => { event.preventDefault(); save(); });
place.addEventListener("input", keep);
ready();
