// The schedules of an entry: its record and the suite's instances are fetched when asked for, and explained and drawn as
// the preview does it.
//
// Invariant: what is drawn is computed from the stored record by the preview's own scorer; nothing is fetched before it
// is asked for.
import { prepareBoard } from "../preview/compare.mjs";
import { explainInstance, scheduleView } from "../preview/schedule_view.mjs";
import { readSuite } from "../preview/suite_data.mjs";
import { mountExplorer } from "../schedule/explorer.mjs";

/** @param {HTMLElement} place .nn-schedules, with the corpus and the record's digest */
export async function drawSchedules(place) {
  const { corpus, sha } = place.dataset;
  place.textContent = "Loading the schedules…";
  try {
    const paths = [`suite/${encodeURIComponent(corpus)}.json`, `record/${encodeURIComponent(corpus)}/${encodeURIComponent(sha)}.json`];
    const [data, record] = await Promise.all(paths.map(fetched));
    const suite = readSuite(data);
    const { instances } = scheduleView(record.predictions, { suite, board: prepareBoard([], suite) });
    mountExplorer(place, { instances, describe: (id) => explainInstance(record.predictions, suite, id) });
  } catch {
    place.textContent = "The schedules could not be loaded. Close the row and open it again.";
  }
}

async function fetched(path) {
  const answer = await fetch(`/nnai/${path}`);
  if (!answer.ok) throw new Error(path);
  return answer.json();
}
