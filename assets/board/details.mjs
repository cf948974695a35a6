// The details of an entry: fetched from the server as escaped markup when its row is opened, closed with Escape.
//
// Invariant: one row is open at a time, known by its record digest; the address names it, and opening the address opens it.

const PREFIX = "#entry=";

/** @param {HTMLElement} row a tr.nn-entry */
export function toggleDetails(row) {
  const open = isOpen(row);
  closeDetails(row.closest("table"));
  if (!open) openDetails(row);
}

/** Close what is open inside `element`, and give the focus back to the row's button. */
export function closeDetails(element) {
  const details = element.querySelector("tr.nn-detail");
  if (!details) return;
  const button = details.previousElementSibling.querySelector(".nn-open");
  const focused = details.contains(document.activeElement);
  details.remove();
  button.setAttribute("aria-expanded", "false");
  button.closest("tr").classList.remove("nn-opened");
  if (focused) button.focus();
  if (window.location.hash.startsWith(PREFIX)) setHash("");
}

/** The digest of the entry that the address names, or "". */
export function namedEntry() {
  const digest = window.location.hash.startsWith(PREFIX) ? window.location.hash.slice(PREFIX.length) : "";
  return /^[0-9a-f]{8,64}$/.test(digest) ? digest : "";
}

/** Open the row that the address names, where it is not open already. */
export function followAddress(element) {
  const digest = namedEntry();
  const rows = [...element.querySelectorAll("tr.nn-entry")];
  const named = digest ? rows.filter((row) => row.dataset.sha.startsWith(digest)) : [];
  if (named.length !== 1 || isOpen(named[0])) return;
  closeDetails(element);
  named[0].hidden = false;
  openDetails(named[0]).then(() => named[0].scrollIntoView({ block: "start" }));
}

/** Listen for the buttons inside details. */
export function wireDetails(element) {
  element.addEventListener("click", (event) => {
    const target = event.target;
    if (target.closest(".nn-close")) closeDetails(element);
    const command = target.closest(".nn-copy")?.parentElement.querySelector("code");
    if (command) copy(target.closest(".nn-copy"), command.textContent);
    if (target.closest(".nn-show-schedules")) showSchedules(target.closest(".nn-schedules"));
    if (target.closest(".nn-copy-link")) copy(target.closest(".nn-copy-link"), window.location.href);
  });
}

async function openDetails(row) {
  const button = row.querySelector(".nn-open");
  const details = document.createElement("tr");
  details.className = "nn-detail";
  const cell = details.insertCell();
  cell.colSpan = row.closest("table").querySelectorAll("thead th").length;
  cell.textContent = "Loading the details…";
  row.after(details);
  row.classList.add("nn-opened");
  button.setAttribute("aria-expanded", "true");
  setHash(`${PREFIX}${row.dataset.sha.slice(0, 16)}`);
  cell.replaceChildren(await fetched(row));
}

/** The server's fragment, or a sentence that says why there is none. */
async function fetched(row) {
  const corpus = row.closest(".nn-board").dataset.corpus;
  const holder = document.createElement("div");
  try {
    const answer = await fetch(`/nnai/entry/${encodeURIComponent(corpus)}/${encodeURIComponent(row.dataset.sha)}`);
    if (answer.ok) holder.innerHTML = await answer.text();
    else holder.textContent = "This entry is no longer on the board. Reload the page.";
  } catch {
    holder.textContent = "The details could not be loaded. Close the row and open it again.";
  }
  return holder;
}

/** The charts come with the scorer's modules: neither is loaded before somebody asks. */
async function showSchedules(place) {
  const { drawSchedules } = await import("./schedules.mjs");
  await drawSchedules(place);
}

function isOpen(row) {
  return Boolean(row.nextElementSibling?.classList.contains("nn-detail"));
}

function setHash(hash) {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, "", `${pathname}${search}${hash}`);
}

async function copy(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Select and copy";
  }
  window.setTimeout(() => (button.textContent = label), 1600);
}
