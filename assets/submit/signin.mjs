// Who is signed in, and the way to sign in without losing the page. Invariant: the page learns a name and scopes from
// its own server and never sees a token.

import { h } from "./dom.mjs";

/** {user, scopes} of this browser's session; user is null when signed out, unreachable or expired. */
export async function readSession(url = "/nnai/session") {
  try {
    const response = await fetch(url, { credentials: "same-origin", cache: "no-store" });
    const { user, scopes } = await response.json();
    return { user: typeof user === "string" ? user : null, scopes: Array.isArray(scopes) ? scopes : [] };
  } catch {
    return { user: null, scopes: [] };
  }
}

/** Where signing in leads, and back to this very place. */
export function signInAddress(here = location) {
  return `/login/huggingface?_target_url=${encodeURIComponent(here.pathname + here.search + here.hash)}`;
}

/** A sign-in link; inside a frame it opens a tab of its own, because a framed page may not keep the session. */
export function signInLink() {
  const framed = window.top !== window.self;
  return h(
    "a",
    {
      class: "nns-primary",
      href: signInAddress(),
      target: framed ? "_blank" : "_self",
      rel: framed ? "noopener" : null,
      "data-action": "sign-in",
    },
    "Sign in with Hugging Face",
  );
}
