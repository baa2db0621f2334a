// live.js: one connection for the whole browser, whatever the number of tabs.
// The tab that holds the lock listens and tells the others; when it closes, the next takes over.
// @ts-check

/** @typedef {{table?: string, version?: number, kind: string}} Wake */

const channel = new BroadcastChannel("croupier-live");
const LOCK = "croupier-live";

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

function announce() { channel.postMessage({ kind: "want", tables: mine }); want(mine); }

/** @param {string[]} tables */
function want(tables) {
  const before = [...wanted.keys()].sort().join();
  for (const table of tables) wanted.set(table, Date.now());
  if (leading && [...wanted.keys()].sort().join() !== before) connect();
}

channel.addEventListener("message", (event) => { if (event.data.kind === "want") want(event.data.tables); });

function connect() {
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
  source.addEventListener("open", () => { tries = 0; publish({ kind: "open" }); });
  source.addEventListener("error", () => {
    source?.close();
    publish({ kind: "lost" });
    tries += 1;
    setTimeout(connect, Math.min(300 * tries, 2000));
  });
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
