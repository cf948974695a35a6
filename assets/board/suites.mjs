// Which suite's board is on stage: the server draws one and leaves the others in templates; the address names the one shown.
//
// Invariant: suites are never mixed. One board is in the page at a time; filters, order and search belong to it and are
// forgotten with it.

const KEPT = ["tab", "suite"];
/** Told to the window when a visitor changes the suite, on whichever tab. */
export const CHANGED = "nnai:suite";

/** Gather the boards that the server drew; call it again whenever it drew them anew. @param {HTMLElement} element */
export function readBoards(element) {
  const stage = element.querySelector(".nn-stage");
  if (!stage || element.nnStage === stage) return;
  element.nnStage = stage;
  const waiting = [...element.querySelectorAll("template[data-suite]")];
  const drawn = waiting.map((template) => [template.dataset.suite, template.content.firstElementChild]);
  element.nnBoards = new Map([[stage.dataset.suite, stage.firstElementChild], ...drawn]);
  element.nnFirst = stage.dataset.suite;
}

/** The suite that the address names, where there is such a board; else the first one. @param {HTMLElement} element */
export function suiteInAddress(element) {
  const named = new URLSearchParams(window.location.search).get("suite");
  return element.nnBoards?.has(named) ? named : element.nnFirst;
}

/** Put a suite's board on stage. @param {HTMLElement} element @param {string|undefined} suite */
export function showSuite(element, suite) {
  const stage = element.querySelector(".nn-stage");
  const board = element.nnBoards?.get(suite);
  if (!stage || !board) return;
  if (stage.firstElementChild !== board) stage.replaceChildren(board);
  stage.dataset.suite = suite;
  for (const button of element.querySelectorAll(".nn-suite")) {
    button.setAttribute("aria-pressed", String(button.dataset.suite === suite));
  }
  const download = document.querySelector(".nn-head a[download]");
  if (download) download.href = `/nnai/board/${encodeURIComponent(suite)}.csv`;
}

/** Name a suite in the address, and nothing of the board that is left. @param {string} suite @param {string} first */
export function nameSuite(suite, first) {
  const address = new URL(window.location.href);
  for (const name of [...address.searchParams.keys()]) if (!KEPT.includes(name)) address.searchParams.delete(name);
  if (suite === first) address.searchParams.delete("suite");
  else address.searchParams.set("suite", suite);
  address.hash = "";
  window.history.replaceState(window.history.state, "", address);
  window.dispatchEvent(new CustomEvent(CHANGED, { detail: suite }));
}

/** The suite whose board holds the entry with this digest, or undefined. @param {HTMLElement} element @param {string} digest */
export function suiteOfEntry(element, digest) {
  for (const [suite, board] of element.nnBoards ?? []) {
    if (board.querySelector(`tr.nn-entry[data-sha^="${digest}"]`)) return suite;
  }
  return undefined;
}
