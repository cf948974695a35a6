// The tasks of tasks.mjs that are about schedules.
//
// Invariant: only calls what assets/preview and assets/schedule export and reports what came back.
import { canonicalText } from "../../assets/preview/canonical.mjs";
import * as door from "../../assets/preview/index.mjs";
import { scoreSchedules } from "../../assets/preview/schedule_scoring.mjs";
import { chart } from "../../assets/schedule/chart.mjs";
import { mountExplorer } from "../../assets/schedule/explorer.mjs";

/** @param {string} base64 */
function bytes(base64) {
  return Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
}

/** Each file as the reader `read` judges it; accepted ones with their score record. */
function readSchedules(/** @type {any} */ { read, contract, files }) {
  const facts = door.buildContract(contract);
  const reader = /** @type {typeof door.readUpload} */ ({ ...door }[read]);
  return files.map((/** @type {string} */ file) => {
    const { ok, findings, predictions, submission } = reader(bytes(file), facts);
    if (!ok) return { findings };
    const scored = scoreSchedules(/** @type {any} */ (predictions), facts.suite);
    const report = new TextDecoder().decode(door.scheduleReportBytes(scored));
    return { report, submission: submission && canonicalText(submission) };
  });
}

/** The explanations of each file's instances `ids` (one list a file), as canonical text. */
function explainFiles(/** @type {any} */ { contract, files, ids }) {
  const facts = door.buildContract(contract);
  return files.map((/** @type {string} */ file, /** @type {number} */ at) => {
    const shown = /** @type {any} */ (door.preview(bytes(file), facts));
    const explain = (/** @type {string} */ id) => door.explainInstance(shown.predictions, facts.suite, id).explanation;
    return canonicalText(ids[at].map(explain));
  });
}

/** What is drawn of each case {instance, schedule, violations}. */
function drawCharts(/** @type {any} */ { cases }) {
  return cases.map((/** @type {any} */ { instance, schedule, violations }) => chart(instance, schedule, violations));
}

/** In a page of `width` pixels: what stands there for each of `ids`, then after keys and clicks. */
async function explore(/** @type {any} */ { contract, file, ids, width }) {
  const facts = door.buildContract(contract);
  const shown = /** @type {any} */ (door.preview(bytes(file), facts));
  const root = document.createElement("div");
  const style = document.createElement("style");
  style.textContent = await (await fetch("/assets/style/40-schedule.css")).text();
  root.className = "gradio-container";
  root.style.width = `${width}px`;
  document.body.replaceChildren(style, root);
  const describe = (/** @type {string} */ id) => door.explainInstance(shown.predictions, facts.suite, id);
  const explorer = mountExplorer(root, { instances: shown.instances, describe });
  const first = standing(root);
  const seen = ids.map((/** @type {string} */ id) => {
    explorer.show(id);
    return standing(root);
  });
  return { first, seen, keys: keys(root, explorer, ids[0]), marks: marks(root), stops: tabStops(root) };
}

/** @param {HTMLElement} root */
function standing(root) {
  const texts = (/** @type {string} */ selector) => [...root.querySelectorAll(selector)].map((one) => one.textContent);
  return {
    id: texts(".nng-caption strong")[0],
    verdict: texts(".nng-chip")[0],
    words: texts(".nng-violation"),
    bad: [...root.querySelectorAll(".nng-violating")].map((bar) => bar.getAttribute("data-task")).sort(),
    chosen: root.querySelector("[aria-current]")?.getAttribute("data-id"),
    listed: /** @type {HTMLSelectElement} */ (root.querySelector("select")).value,
    wide: root.scrollWidth,
  };
}

/** What each key of the overview chooses. @param {HTMLElement} root @param {any} explorer @param {string} from */
function keys(root, explorer, from) {
  explorer.show(from);
  return ["End", "ArrowRight", "ArrowLeft", "Home", "ArrowUp", "ArrowDown"].map((key) => {
    root.querySelector("[aria-current]")?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    return [standing(root).chosen, document.activeElement?.getAttribute("data-id")];
  });
}

/** Bars and time that are marked: before, after a violation is chosen, after Escape. @param {HTMLElement} root */
function marks(root) {
  /** @type {HTMLButtonElement} */ (root.querySelectorAll(".nng-filter")[1]).click();
  const marked = () => [root.querySelectorAll(".nng-lit").length, !root.querySelector(".nng-band[hidden]")];
  const before = marked();
  const button = /** @type {HTMLButtonElement} */ (root.querySelector(".nng-violation"));
  button.click();
  const after = [...marked(), button.getAttribute("aria-pressed")];
  button.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  return { before, after, cleared: [...marked(), button.getAttribute("aria-pressed")] };
}

/** How many places of the overview the Tab key stops at. @param {HTMLElement} root */
function tabStops(root) {
  return root.querySelectorAll('.nng-cell[tabindex="0"]').length;
}

export const SCHEDULE_TASKS = { readSchedules, explainFiles, drawCharts, explore };
