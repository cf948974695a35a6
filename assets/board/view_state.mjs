// What the board shows: filters, search and order, as they stand in the address, and their effect on the table.
//
// Invariant: a row is shown when it matches one chosen value of every facet and the whole search text; the search is
// plain text, never a pattern; a missing value sorts last in both directions; equal values keep the board's order.

/** @typedef {{column: number, direction: "ascending" | "descending"}} Sort */
/** @typedef {{query: string, filters: Map<string, Set<string>>, sort: Sort}} State */

const FACETS = ["status", "run", "track", "exposure", "input"];
const BY_RANK = { column: 0, direction: "ascending" };

/** @returns {State} */
export function readAddress(search = window.location.search) {
  const given = new URLSearchParams(search);
  const filters = new Map();
  for (const facet of FACETS) {
    const values = (given.get(facet) ?? "").split(",").filter((value) => value !== "");
    if (values.length) filters.set(facet, new Set(values));
  }
  const sort = /^(\d{1,2})(a|d)$/.exec(given.get("sort") ?? "");
  return {
    query: given.get("q") ?? "",
    filters,
    sort: sort ? { column: Number(sort[1]), direction: sort[2] === "a" ? "ascending" : "descending" } : BY_RANK,
  };
}

/** @param {State} state */
export function writeAddress(state) {
  const address = new URL(window.location.href);
  const put = (name, value) => (value ? address.searchParams.set(name, value) : address.searchParams.delete(name));
  put("q", state.query);
  for (const facet of FACETS) put(facet, [...(state.filters.get(facet) ?? [])].join(","));
  const { column, direction } = state.sort;
  put("sort", column === 0 && direction === "ascending" ? "" : `${column}${direction[0]}`);
  window.history.replaceState(window.history.state, "", address);
}

/** @param {Element} board @param {State} state */
export function filterRows(board, state) {
  const rows = [...board.querySelectorAll("tr.nn-entry")];
  const words = fold(state.query).trim();
  const found = new Map(rows.map((row) => [row, !words || searchText(row).includes(words)]));
  let shown = 0;
  for (const row of rows) {
    const visible = found.get(row) && matches(row, state.filters);
    row.hidden = !visible;
    const details = row.nextElementSibling;
    if (details?.classList.contains("nn-detail")) details.hidden = !visible;
    shown += visible ? 1 : 0;
  }
  for (const body of board.querySelectorAll("tbody")) {
    const heading = body.querySelector(".nn-group");
    if (heading) heading.hidden = !body.querySelector("tr.nn-entry:not([hidden])");
  }
  drawFilters(board, state, rows, found);
  board.querySelector(".nn-none").hidden = shown > 0 || rows.length === 0;
  const narrowed = words !== "" || state.filters.size > 0;
  board.querySelector(".nn-count").textContent = narrowed ? `${shown} of ${rows.length} entries` : "";
}

/** Each chip counts what choosing it would show beside the other facets and the search. */
function drawFilters(board, state, rows, found) {
  for (const button of board.querySelectorAll(".nn-filter")) {
    const { facet, value } = button.dataset;
    const pressed = facet ? Boolean(state.filters.get(facet)?.has(value)) : state.filters.size === 0;
    button.setAttribute("aria-pressed", String(pressed));
    if (!facet) continue;
    const others = new Map([...state.filters].filter(([name]) => name !== facet));
    const count = rows.filter((row) => found.get(row) && row.dataset[facet] === value && matches(row, others)).length;
    button.querySelector("span").textContent = String(count);
  }
}

function matches(row, filters) {
  return [...filters].every(([facet, values]) => values.has(row.dataset[facet]));
}

/** @param {Element} board @param {Sort} sort */
export function sortRows(board, { column, direction }) {
  for (const button of board.querySelectorAll("button[data-column]")) {
    const here = Number(button.dataset.column) === column;
    button.closest("th").setAttribute("aria-sort", here ? direction : "none");
  }
  for (const body of board.querySelectorAll("tbody[data-group]")) sortBody(body, column, direction);
}

function sortBody(body, column, direction) {
  const rows = [...body.querySelectorAll("tr.nn-entry")];
  rows.forEach((row, place) => (row.dataset.place ??= String(place)));
  const entries = rows.map((row) => ({ row, details: detailsOf(row), key: keyOf(row, column), place: Number(row.dataset.place) }));
  entries.sort((a, b) => compare(a.key, b.key, direction) || a.place - b.place);
  if (rows.every((row, place) => row === entries[place].row)) return;
  const ordered = document.createDocumentFragment();
  ordered.append(...entries.flatMap(({ row, details }) => (details ? [row, details] : [row])));
  body.append(ordered);
}

function detailsOf(row) {
  const next = row.nextElementSibling;
  return next?.classList.contains("nn-detail") ? next : null;
}

/** What a row is sorted by: its name, or a number, or null where there is none. */
function keyOf(row, column) {
  if (column === 1) return row.querySelector(".nn-open").textContent;
  const value = row.dataset.keys.split(",")[column] ?? "";
  return value === "" ? null : Number(value);
}

function compare(left, right, direction) {
  if (left === null || right === null) return (left === null ? 1 : 0) - (right === null ? 1 : 0);
  const order = typeof left === "string" ? NAMES.compare(left, right) : left - right;
  return direction === "descending" ? -order : order;
}

const NAMES = new Intl.Collator("en", { sensitivity: "base", numeric: true });
const searched = new WeakMap();

function searchText(row) {
  if (!searched.has(row)) {
    searched.set(row, fold(`${row.querySelector(".nn-system").textContent} ${row.dataset.also}`));
  }
  return searched.get(row);
}

/** Case and accents aside, so that a name is found as it is typed. */
function fold(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
