// live.js: one connection for the whole browser, whatever the number of tabs.
// The tab that holds the lock listens and tells the others; when it closes, the next takes over.
// @ts-check
import { notice } from "./page.js";

/** @typedef {{table?: string, version?: number, kind: string}} Wake */

const channel = new BroadcastChannel("croupier-live");
const LOCK = "croupier-live";
const LONGEST_SILENCE = 5_000;

/** @type {Set<(wake: Wake) => void>} */
const listeners = new Set();

/** @param {Wake} wake */
function tell(wake) { for (const one of listeners) one(wake); }

channel.addEventListener("message", (event) => {
  if (event.data.kind === "hello") announce();
  else tell(event.data);
});

/** Which tables the tabs of this browser look at, with the time they last said so. */
const wanted = new Map();
let mine = /** @type {string[]} */ ([]);
/** @type {EventSource | null} */
let source = null;
let leading = false;
let tries = 0;
/** @type {number | undefined} */
let later;

function announce() { channel.postMessage({ kind: "want", tables: mine }); want(mine); }

/** @param {string[]} tables */
function want(tables) {
  const before = [...wanted.keys()].sort().join();
  for (const table of tables) wanted.set(table, Date.now());
  if (leading && [...wanted.keys()].sort().join() !== before) connect();
}

channel.addEventListener("message", (event) => { if (event.data.kind === "want") want(event.data.tables); });

function connect() {
  clearTimeout(later);
  source?.close();
  const tables = [...wanted.keys()].sort();
  source = new EventSource(`/api/live?tables=${encodeURIComponent(tables.join(","))}`);
  for (const kind of ["table", "pool", "account", "tournament", "floor"]) {
    source.addEventListener(kind, (event) => {
      const told = JSON.parse(/** @type {MessageEvent} */ (event).data);
      publish({ kind, table: told.table, version: told.version });
    });
  }
  source.addEventListener("reset", () => publish({ kind: "open" }));
  // A browser waits for seconds before it tries again; a table should be right sooner. Nothing is
  // lost by it: whoever is told of a new connection fetches the table as it is.
  source.addEventListener("open", () => { clearTimeout(later); tries = 0; publish({ kind: "open" }); });
  source.addEventListener("error", () => {
    source?.close();
    publish({ kind: "lost" });
    tries += 1;
    clearTimeout(later);
    later = setTimeout(connect, Math.min(300 * tries, 1000));
  });
  // A connection to a server that is just going may neither open nor fail.
  later = setTimeout(connect, LONGEST_SILENCE);
}
addEventListener("online", () => { if (leading) connect(); });

/**
 * Say that there is no connection, or take that back.
 * @param {boolean} gone
 */
export function lost(gone) {
  notice("lost", gone ? "The connection is lost. Everything you did is safe; the page reconnects automatically." : "");
}

const PART = { "Croupier-Part": "main" };
const REFUSED = 409;
const UNKNOWN = 503;
const LONGEST_TRY = 60_000;

/**
 * Fetch a rendering, or send a form and fetch what comes of it. What got no answer is sent again
 * under the same number, so that nothing is done twice.
 * @param {string} path
 * @param {URLSearchParams | undefined} body
 * @param {() => Promise<boolean>} signInAgain
 * @returns {Promise<string>} the page's part; empty where there is none
 */
export async function rendering(path, body, signInAgain) {
  const until = performance.now() + LONGEST_TRY;
  while (performance.now() < until) {
    try {
      const answer = await fetch(path, body ? { method: "POST", body, headers: PART } : { headers: PART });
      // The server cannot say whether it was carried out; the same form again is the same commands.
      if (answer.status === UNKNOWN) throw new Error("no answer");
      lost(false);
      if (answer.status === 401) { if (await signInAgain()) continue; return ""; }
      const html = await answer.text();
      const fine = answer.ok || answer.status === REFUSED;
      notice("fault", fine ? "" : problem(html));
      return fine ? html : "";
    } catch {
      lost(true);
      await new Promise((done) => setTimeout(done, 500));
    }
  }
  notice("fault", "There was no answer for a minute. Look whether this was carried out before you send it again.");
  return "";
}

/** @param {string} html */
function problem(html) {
  const words = new DOMParser().parseFromString(html, "text/html").querySelector(".problem");
  return words?.textContent || "Something went wrong on the server. Try again in a moment.";
}

/** @param {Wake} wake */
function publish(wake) { tell(wake); channel.postMessage(wake); }

/**
 * Follow some tables; the listener is told that something changed, and fetches what it shows.
 * @param {string[]} tables
 * @param {(wake: Wake) => void} listener
 */
export function follow(tables, listener) {
  mine = tables;
  listeners.add(listener);
  announce();
  if (!navigator.locks) { leading = true; connect(); return; }
  navigator.locks.request(LOCK, () => new Promise(() => {
    leading = true;
    channel.postMessage({ kind: "hello" });
    connect();
  }));
}
