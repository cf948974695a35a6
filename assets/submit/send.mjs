// Calls a named endpoint of the app: one POST, then its event stream to the end. Invariant: the answer is the
// endpoint's own typed outcome or a thrown CallFailed; a lost connection is never taken for a refusal.

/** The call did not bring an answer. `kind`: "offline" (no connection), "busy" (queue full), "refused" (HTTP error),
 * "crashed" (the endpoint failed). */
export class CallFailed extends Error {
  constructor(kind, status = 0) {
    super(`${kind} ${status}`);
    this.kind = kind;
    this.status = status;
  }
}

/** The first output of the endpoint `name` called with `inputs`, below the app's root URL. */
export async function call(name, inputs, root = appRoot()) {
  const url = `${root}/gradio_api/call/${name}`;
  const started = await request(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ data: inputs }),
  });
  const { event_id: event } = await started.json();
  const stream = await request(`${url}/${encodeURIComponent(event)}`, { headers: { Accept: "text/event-stream" } });
  return outcome(await whole(stream));
}

function appRoot() {
  return (globalThis.gradio_config?.root ?? globalThis.location.origin).replace(/\/$/, "");
}

async function request(url, options) {
  let response;
  try {
    response = await fetch(url, { ...options, credentials: "same-origin", cache: "no-store" });
  } catch {
    throw new CallFailed("offline");
  }
  if (response.status === 503) throw new CallFailed("busy", 503);
  if (!response.ok) throw new CallFailed("refused", response.status);
  return response;
}

async function whole(response) {
  try {
    return await response.text();
  } catch {
    throw new CallFailed("offline");
  }
}

/** The output in a finished event stream. */
export function outcome(text) {
  for (const block of text.split("\n\n")) {
    const lines = block.split("\n");
    const event = lines.find((line) => line.startsWith("event: "))?.slice(7);
    const data = lines.find((line) => line.startsWith("data: "))?.slice(6);
    if (event === "complete") return JSON.parse(data)[0];
    if (event === "error") throw new CallFailed("crashed");
  }
  throw new CallFailed("offline");
}
