// The shell of the page: who is signed in, why a sign-in did not happen, and the open tab in the address.
//
// Invariant: nothing here knows a token; a reason is one of the sentences below, never text from the address.

const REASONS = {
  cancelled: "Sign-in was cancelled. Nothing was changed.",
  refused: "Sign-in did not complete: the provider refused the request. Please try again.",
  cookies: "Sign-in did not complete: this browser keeps no cookie of this page. Allow cookies for it, or open it in its own tab.",
  unreachable: "Sign-in did not complete: the provider could not be reached. Please try again in a moment.",
};

/** @param {HTMLElement} element the header block */
export function attach(element) {
  drawReason(element.querySelector("#nn-notice"));
  drawSession();
  wireTabs();
}

/** The session of this browser: {user, scopes, expires_at}. Signed out when the server does not answer. */
export async function readSession() {
  try {
    const answer = await fetch("/nnai/session", { cache: "no-store" });
    if (answer.ok) return await answer.json();
  } catch {
    // The page works signed out; the next load asks again.
  }
  return { user: null, scopes: [], expires_at: null };
}

async function drawSession() {
  const { user } = await readSession();
  document.documentElement.classList.toggle("nn-signed-in", user !== null);
}

function drawReason(notice) {
  const address = new URL(window.location.href);
  const reason = REASONS[address.searchParams.get("sign_in")];
  if (!address.searchParams.has("sign_in")) return;
  address.searchParams.delete("sign_in");
  window.history.replaceState(window.history.state, "", address);
  if (!reason) return;
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Dismiss";
  close.addEventListener("click", () => (notice.hidden = true));
  const words = document.createElement("span");
  words.textContent = reason;
  notice.replaceChildren(words, close);
  notice.hidden = false;
}

/** Open the tab that the address names, and name the tab that is opened. */
function wireTabs() {
  const tabs = () => [...document.querySelectorAll('#nn-tabs button[role="tab"][data-tab-id]')];
  const wanted = new URLSearchParams(window.location.search).get("tab");
  whenDrawn(() => tabs().length > 0, () => {
    tabs().find((tab) => tab.dataset.tabId === wanted)?.click();
    document.querySelector("#nn-tabs").addEventListener("click", (event) => {
      const tab = event.target.closest?.('button[role="tab"][data-tab-id]');
      if (tab) nameTab(tab.dataset.tabId);
    });
  });
}

function nameTab(id) {
  const address = new URL(window.location.href);
  if (id === "leaderboard") address.searchParams.delete("tab");
  else address.searchParams.set("tab", id);
  window.history.replaceState(window.history.state, "", address);
}

/** Run `then` as soon as `drawn` holds: gradio mounts its blocks one after the other. */
function whenDrawn(drawn, then, left = 100) {
  if (drawn()) then();
  else if (left > 0) window.setTimeout(() => whenDrawn(drawn, then, left - 1), 50);
}
