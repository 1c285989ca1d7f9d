"use strict";
// Every text of a page, a model or a question goes in as text; the server escapes a page it sends.
const words = JSON.parse(document.body.dataset.words), at = id => document.getElementById(id);
const form = at("ask"), answer = at("answer"), source = at("source"), who = at("who");
const pages = new Map();
let shown = null, busy = false;

function key() { return Array.from(crypto.getRandomValues(new Uint8Array(12)), b => b.toString(16).padStart(2, "0")).join(""); }
function put(tag, text, into) { const made = document.createElement(tag); made.textContent = text; into.append(made); return made; }
function tell(text) { at("message").hidden = !text; at("message").textContent = text; }
function headers() { return { "Content-Type": "application/json", ...(who?.value && { "X-Employee": who.value }) }; }
async function post(path, body) {
  const got = await fetch(path, { method: "POST", headers: headers(), body: JSON.stringify(body), keepalive: true });
  if (!got.ok) throw new Error(got.status);
  return got.json();
}
function empty() { source.replaceChildren(); put("p", words.hint, source).className = "hint dim"; source.dataset.wanted = ""; }
function bold(text, into) {  // **so**, as chatbots write it
  text.split(/\*\*(?=\S)(.+?)\*\*/).forEach((part, n) => { if (part) put(n % 2 ? "b" : "span", part, into); });
}
function address(cited) {
  const of = new URLSearchParams({ start: cited.start, end: cited.end, lang: words.lang, ...(who?.value && { who: who.value }) });
  return "/pages/" + cited.page.split("/").map(encodeURIComponent).join("/") + "?" + of;
}
async function open(cited) {
  for (const each of answer.querySelectorAll("[data-number]")) each.classList.toggle("open", each.dataset.number == cited.number);
  const path = address(cited), now = shown;
  source.dataset.wanted = path;
  try {
    if (!pages.has(path)) {
      const got = await fetch(path + "&part=true", { headers: headers() });
      if (!got.ok) throw new Error(got.status);
      pages.set(path, await got.text());
    }
  } catch (_) { tell(words.offline); return; }
  if (now !== shown || source.dataset.wanted !== path) return;  // another one is wanted by now
  source.innerHTML = pages.get(path);
  const near = at("cited");
  if (near) source.scrollTop += near.getBoundingClientRect().top - source.getBoundingClientRect().top - source.clientHeight / 4;
}
function leads(made, cited) {
  made.dataset.number = cited.number;
  made.addEventListener("mouseenter", () => open(cited));
  made.addEventListener("focus", () => open(cited));
  made.addEventListener("click", () => open(cited));
}
function show(told, question) {
  shown = told.id;
  answer.querySelector(".asked").textContent = question;
  at("status").textContent = words.status[told.status]; at("status").className = "state " + told.status;
  const text = answer.querySelector(".text"), list = answer.querySelector(".sources"), seen = new Set();
  text.replaceChildren(); list.replaceChildren(); empty();
  let from = 0;
  const signs = [...told.answer];  // places are characters, not UTF-16
  for (const cited of told.citations || []) {
    bold(signs.slice(from, cited.at).join(""), text); from = cited.at;
    const mark = put("button", cited.number, text);
    mark.type = "button"; mark.className = "cite"; mark.ariaLabel = words.source + " " + cited.number + ": " + cited.title;
    leads(mark, cited);
    if (seen.has(cited.number)) continue;
    seen.add(cited.number);
    const link = put("a", cited.title, put("li", "", list));
    link.href = address(cited) + "#cited"; link.target = "_blank"; link.rel = "noopener"; leads(link, cited);
  }
  bold(signs.slice(from).join(""), text);
  if (told.citations?.length) open(told.citations[0]);
  const evidence = told.evidence || {}, findings = at("evidence").querySelector("ul");
  at("evidence").hidden = typeof evidence.stars !== "number";
  at("evidence").querySelector("p").textContent = evidence.stars ? (Math.floor(evidence.stars * 10) / 10).toLocaleString(words.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) + " ★" : "";
  findings.replaceChildren();
  for (const each of evidence.findings?.length ? evidence.findings : [words.nothing_found]) put("li", each, findings);
  for (const each of at("thumbs").querySelectorAll("button")) each.setAttribute("aria-pressed", "false");
  at("thanks").textContent = "";
  answer.hidden = false; answer.focus({ preventScroll: true });
}
async function ask() {
  const question = at("question").value.trim();
  if (!question || busy) return;
  if (!/[\p{L}\p{N}]/u.test(question)) { tell(words.unreadable); return; }
  busy = true; form.inert = true; tell(words.asking);
  try {
    if (shown) post("/feedback", { id: shown, thumb: 0 }).catch(() => {});  // done with the last one
    show(await post("/ask", { question, lang: at("lang").value, key: key() }), question);
    tell("");
  } catch (error) { tell(error.message === "422" ? words.unreadable : words.offline); } finally { busy = false; form.inert = false; }
}
async function thumb(button) {
  try { await post("/feedback", { id: shown, thumb: Number(button.dataset.thumb) }); } catch (_) { tell(words.offline); return; }
  for (const each of at("thumbs").querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === button));
  at("thanks").textContent = words.thanks[button.dataset.thumb];
}
form.addEventListener("submit", event => { event.preventDefault(); ask(); });
if (who) {
  who.value = sessionStorage.getItem("who") || "";
  who.addEventListener("change", () => { sessionStorage.setItem("who", who.value); shown = null; answer.hidden = true; empty(); pages.clear(); });
}
at("thumbs").addEventListener("click", event => { const button = event.target.closest("button"); if (button) thumb(button); });
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return;
  if (event.target === at("question")) { if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); form.requestSubmit(); } else if (event.key === "Escape") at("question").blur(); return; }
  if (event.target.matches("select")) return;
  const button = { "+": "1", "-": "-1" }[event.key];
  if (button && !answer.hidden) { event.preventDefault(); thumb(at("thumbs").querySelector(`[data-thumb="${button}"]`)); }
  if (event.key === "/") { event.preventDefault(); at("question").focus(); at("question").select(); }
});
