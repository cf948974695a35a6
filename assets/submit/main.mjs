// The Submit tab: one suite's form at a time, the one that the address names.
// Invariant: what was typed into a suite's form stays with that suite; no form knows another suite's contract.

import { CHANGED, nameSuite } from "../board/suites.mjs";
import { readSession } from "../board/shell.mjs";
import { loadEngine } from "./engine.mjs";
import { loadingFailed } from "./page.mjs";
import { SUITES, suiteInAddress, suiteSwitch } from "./suites.mjs";
import { SubmitTab } from "./tab.mjs";

/** Draws the tab into `root`, for the suite that the address names; it follows when that changes on any tab. */
export async function mount(root) {
  const desk = new Desk(root);
  window.addEventListener(CHANGED, () => desk.follow());
  new IntersectionObserver(() => desk.follow()).observe(root);
  await desk.open(suiteInAddress());
}

/** One form at a time: choosing another suite keeps what was typed into this one, and loads the other's contract. */
class Desk {
  constructor(root) {
    this.root = root;
    this.suite = null;
    this.tab = null;
  }

  /** Another tab may have changed the suite; it is loaded when somebody looks at this one. */
  follow() {
    const wanted = suiteInAddress();
    if (this.suite && wanted !== this.suite && this.root.offsetParent !== null) this.open(wanted);
  }

  async open(suite) {
    this.suite = suite;
    this.tab?.leave();
    this.tab = null;
    const choice = suiteSwitch(suite, (other) => nameSuite(other.corpus, SUITES[0].corpus));
    try {
      const [engine, session] = await Promise.all([loadEngine(suite), readSession()]);
      if (this.suite === suite) this.tab = new SubmitTab(this.root, { choice, engine, session });
    } catch (error) {
      if (this.suite === suite) loadingFailed(this.root, choice, error.part, () => this.open(suite));
    }
  }
}
