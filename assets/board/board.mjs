// The board's behaviour on top of the table that the server drew: filter, search, sort, open a row, keep it in the address.
//
// Invariant: the table is complete without this module; every entry is found by its record digest, never by its place;
// text of an entry is only ever read here, never written as markup.

import { filterRows, readAddress, sortRows, writeAddress } from "./view_state.mjs";
import { closeDetails, followAddress, namedEntry, toggleDetails, wireDetails } from "./details.mjs";
import { CHANGED, nameSuite, readBoards, showSuite, suiteInAddress, suiteOfEntry } from "./suites.mjs";

/** @param {HTMLElement} element the gr.HTML block @param {(name: string, done: () => void) => void} watch */
export function attach(element, watch) {
  const drawn = () => {
    readBoards(element);
    restore(element);
  };
  watch("value", drawn);
  listen(element);
  drawn();
  window.addEventListener("popstate", () => restore(element));
  window.addEventListener("hashchange", () => restore(element));
  window.addEventListener(CHANGED, () => restore(element));
}

/** Bring the freshly drawn table into the state that the address names. */
function restore(element) {
  const entry = namedEntry();
  const suite = entry && suiteOfEntry(element, entry);
  showSuite(element, suite || suiteInAddress(element));
  const board = element.querySelector(".nn-board[data-corpus]");
  if (!board) return;
  const state = readAddress();
  board.querySelector(".nn-search").value = state.query;
  apply(board, state);
  followAddress(element);
}

function apply(board, state) {
  filterRows(board, state);
  sortRows(board, state.sort);
}

/** One set of listeners on the block: the table inside it may be drawn again at any time. */
function listen(element) {
  element.addEventListener("click", (event) => onClick(event));
  element.addEventListener("click", (event) => {
    const button = event.target.closest(".nn-suite");
    if (!button || button.getAttribute("aria-pressed") === "true") return;
    closeDetails(element);
    nameSuite(button.dataset.suite, element.nnFirst);
  });
  element.addEventListener("input", (event) => {
    if (event.target.matches?.(".nn-search")) change(event.target, (state) => ({ ...state, query: event.target.value }));
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (event.target.matches?.(".nn-search") && event.target.value) {
      event.target.value = "";
      change(event.target, (state) => ({ ...state, query: "" }));
    } else {
      closeDetails(element);
    }
  });
  wireDetails(element);
}

function onClick(event) {
  const target = event.target;
  const filter = target.closest(".nn-filter, .nn-reset");
  const column = target.closest("button[data-column]");
  const row = target.closest("tr.nn-entry");
  if (filter) change(filter, (state) => withFilter(state, filter));
  else if (column) change(column, (state) => ({ ...state, sort: nextSort(state.sort, column) }));
  else if (row && !target.closest("a") && !hasSelection()) toggleDetails(row);
}

/** Apply a change of the state to the table and to the address. */
function change(within, make) {
  const board = within.closest(".nn-board");
  const state = make(readAddress());
  if (!state.query) board.querySelector(".nn-search").value = "";
  writeAddress(state);
  apply(board, state);
}

function withFilter(state, button) {
  const { facet, value } = button.dataset;
  if (!facet) return { ...state, query: "", filters: new Map() };
  const filters = new Map(state.filters);
  const chosen = new Set(filters.get(facet) ?? []);
  if (!chosen.delete(value)) chosen.add(value);
  if (chosen.size) filters.set(facet, chosen);
  else filters.delete(facet);
  return { ...state, filters };
}

/** A first click sorts by what is best first (names: A first), the second turns it round, the third goes back to rank. */
function nextSort(sort, button) {
  const column = Number(button.dataset.column);
  const first = column <= 1 ? "ascending" : "descending";
  if (sort.column !== column) return { column, direction: first };
  if (column !== 0 && sort.direction !== first) return { column: 0, direction: "ascending" };
  return { column, direction: sort.direction === "ascending" ? "descending" : "ascending" };
}

function hasSelection() {
  return String(window.getSelection() ?? "").length > 0;
}
