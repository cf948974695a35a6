// The way to sign in without losing the page. Invariant: it leads back to this very place; no token is seen here.

import { h } from "./dom.mjs";

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
