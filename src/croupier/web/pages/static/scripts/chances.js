// chances.js: a simulation under way shows its progress, and then its result.
// The server renders; without this script the page has a link to look again.
// @ts-check
import { signInAgain } from "./page.js";
import { fetchRendering } from "./live.js";

const PAUSE_MS = 1_000;

async function look() {
  const html = await fetchRendering(location.href, undefined, signInAgain);
  const next = html ? new DOMParser().parseFromString(html, "text/html").querySelector("#main > [role=status]") : null;
  const place = document.querySelector("#main > [role=status]");
  // Only the result is replaced: somebody may be writing the next field.
  if (next && place) place.replaceChildren(...next.childNodes);
  if (document.querySelector("#main progress")) setTimeout(look, PAUSE_MS);
}

if (document.querySelector("#main progress")) setTimeout(look, PAUSE_MS);
