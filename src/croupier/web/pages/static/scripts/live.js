// live.js: one connection for the whole browser, whatever the number of tabs.
// The tab that holds the lock listens and passes messages on; when it closes, the next takes over.
// @ts-check
import { showNotice } from "./page.js";

/** @typedef {{table?: string, version?: number, kind: string}} Change */

const channel = new BroadcastChannel("croupier-live");
const LOCK = "croupier-live";
const KINDS = ["table", "pool", "account", "tournament", "promotion", "cage", "desk", "alert", "floor", "ticks"];
const LONGEST_SILENCE_MS = 5_000;
const LONGEST_RETRY_MS = 1_000;

/** @type {Set<(change: Change) => void>} */
const listeners = new Set();

/** The tables that the tabs of this browser show. */
const tables = /** @type {Set<string>} */ (new Set());
/** Whether one of the tabs shows all tables. */
let needsAllTables = false;
let ownTables = /** @type {string[]} */ ([]);
/** @type {EventSource | null} */
let source = null;
let isLeader = false;
let failures = 0;
/** @type {number | undefined} */
let retryTimer;

/** @param {Change} change */
function notifyListeners(change) {
  for (const listener of listeners) listener(change);
}

/** @param {Change} change */
function publish(change) {
  notifyListeners(change);
  channel.postMessage(change);
}

channel.addEventListener("message", (event) => {
  if (event.data.kind === "hello") announceTables();
  else notifyListeners(event.data);
  if (event.data.kind === "want") addTables(event.data.tables);
});

function announceTables() {
  channel.postMessage({ kind: "want", tables: ownTables });
  addTables(ownTables);
}

/** @param {string[]} more */
function addTables(more) {
  const before = tables.size;
  const didNeedAll = needsAllTables;
  if (more.length === 0) needsAllTables = true;
  for (const table of more) tables.add(table);
  const isEnough = needsAllTables ? didNeedAll : tables.size === before;
  if (isLeader && !isEnough) connect();
}

function connect() {
  clearTimeout(retryTimer);
  source?.close();
  const names = needsAllTables ? [] : [...tables].sort();
  source = new EventSource(`/api/live?tables=${encodeURIComponent(names.join(","))}`);
  for (const kind of KINDS) {
    source.addEventListener(kind, (event) => {
      const message = JSON.parse(event.data);
      publish({ kind, table: message.table, version: message.version });
    });
  }
  source.addEventListener("reset", () => publish({ kind: "open" }));
  source.addEventListener("open", () => {
    clearTimeout(retryTimer);
    failures = 0;
    publish({ kind: "open" });
  });
  // A browser waits for seconds before it tries again; a table should be right sooner. Nothing is
  // lost by it: a page that learns of a new connection fetches the table as it is.
  source.addEventListener("error", () => {
    source?.close();
    publish({ kind: "lost" });
    failures += 1;
    clearTimeout(retryTimer);
    retryTimer = setTimeout(connect, Math.min(300 * failures, LONGEST_RETRY_MS));
  });
  // A connection to a server that is just going may neither open nor fail.
  retryTimer = setTimeout(connect, LONGEST_SILENCE_MS);
}

addEventListener("online", () => {
  if (isLeader) connect();
});

/**
 * Follow some tables; the listener learns that something changed, and fetches what it shows.
 * @param {string[]} names the tables; none for all of them
 * @param {(change: Change) => void} listener
 */
export function follow(names, listener) {
  ownTables = names;
  listeners.add(listener);
  announceTables();
  if (!navigator.locks) {
    isLeader = true;
    connect();
    return;
  }
  // The promise never resolves, so that the lock is held until the tab closes.
  navigator.locks.request(LOCK, () =>
    new Promise(() => {
      isLeader = true;
      channel.postMessage({ kind: "hello" });
      connect();
    }));
}

/**
 * Return a function that asks for some work: at once if none was done lately, after a pause
 * otherwise. However often it is called in between, the work is done once.
 * @param {() => Promise<void>} work
 * @param {number} pauseMs
 */
export function pace(work, pauseMs) {
  let isBusy = false;
  let isDue = false;
  return async () => {
    isDue = true;
    if (isBusy) return;
    isBusy = true;
    try {
      while (isDue) {
        isDue = false;
        await work();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    } finally {
      isBusy = false;
    }
  };
}

/**
 * Say that there is no connection, or take that back.
 * @param {boolean} isLost
 */
export function showConnection(isLost) {
  const words = "The connection is lost. Everything you did is safe; the page reconnects automatically.";
  showNotice("lost", isLost ? words : "");
}

const PART = { "Croupier-Part": "main" };
const UNAUTHORIZED = 401;
const REFUSAL = 409;
const UNKNOWN_OUTCOME = 503;
const LONGEST_TRY_MS = 60_000;
const PAUSE_MS = 500;

/**
 * Fetch a rendering, or send a form and fetch what comes of it. What got no answer is sent again
 * under the same number, so that nothing is done twice.
 * @param {string} path
 * @param {URLSearchParams | undefined} body
 * @param {() => Promise<boolean>} signInAgain
 * @param {() => void} [onWait] called when there is no connection, before the next attempt
 * @returns {Promise<string>} the page's part; empty where there is none
 */
export async function fetchRendering(path, body, signInAgain, onWait) {
  const end = performance.now() + LONGEST_TRY_MS;
  while (performance.now() < end) {
    try {
      const answer = await fetch(path, body ? { method: "POST", body, headers: PART } : { headers: PART });
      // The server cannot say whether it was carried out; the same form again is the same commands.
      if (answer.status === UNKNOWN_OUTCOME) throw new Error("no answer");
      showConnection(false);
      if (answer.status === UNAUTHORIZED) {
        if (await signInAgain()) continue;
        return "";
      }
      const html = await answer.text();
      const hasRendering = answer.ok || answer.status === REFUSAL;
      showNotice("fault", hasRendering ? "" : findProblem(html));
      return hasRendering ? html : "";
    } catch {
      showConnection(true);
      onWait?.();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  showNotice("fault", "There was no answer for a minute. Look whether this was carried out before you send it again.");
  return "";
}

/** @param {string} html */
function findProblem(html) {
  const problem = new DOMParser().parseFromString(html, "text/html").querySelector(".problem");
  return problem?.textContent || "Something went wrong on the server. Try again in a moment.";
}

let lastTask = Promise.resolve();

/**
 * Do one thing after the other; a fault in one does not stop the next.
 * @param {() => Promise<void> | void} task
 */
export function enqueue(task) {
  lastTask = lastTask.then(task).catch((fault) => console.error(fault));
}
