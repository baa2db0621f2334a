// notes.js: the browser writes down what the house commits to, and never lets it be changed. A proof
// that is checked later is held to these notes, not to what the server says by then.
// @ts-check

/** @typedef {Record<string, any>} Note */

const MOST_SHOES = 60;
const LEAST_PAUSE_MS = 60_000;
const BEFORE_THE_CARDS = ["open", "closed"];

/** @param {string} stream */
function makeStorageKey(stream) {
  return `notes/${stream}`;
}

/**
 * Read what was noted of a table's shoes.
 * @param {string} stream of the table's cards
 * @returns {{stream: string, shoes: Note[]}}
 */
export function readNotes(stream) {
  const text = localStorage.getItem(makeStorageKey(stream));
  return { stream, shoes: text ? JSON.parse(text) : [] };
}

/** @param {string} stream */
export function forgetNotes(stream) {
  localStorage.removeItem(makeStorageKey(stream));
}

/**
 * Add to a note what was not known before. What is noted stays as it is.
 * @param {Note | undefined} note
 * @param {Note} shoe as the server lists it
 * @returns {Note}
 */
function extendNote(note, shoe) {
  const now = new Date().toISOString();
  const first = note ?? {
    shoe: shoe.shoe,
    commitment: shoe.commitment,
    noted: now,
    early: BEFORE_THE_CARDS.includes(shoe.standing),
  };
  const order = first.root || !shoe.root ? {} : { root: shoe.root, size: shoe.size, after: shoe.after, rooted: now };
  return { ...first, ...order, seeds: first.seeds?.length ? first.seeds : shoe.seeds };
}

/**
 * Note what the house commits to for a table's cards, or for a tournament's draws.
 * @param {string} address where it is listed
 */
export async function noteCommitments(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return;
  const { stream, shoes } = await answer.json();
  const notes = new Map(readNotes(stream).shoes.map((note) => [note.shoe, note]));
  for (const shoe of shoes) notes.set(shoe.shoe, extendNote(notes.get(shoe.shoe), shoe));
  localStorage.setItem(makeStorageKey(stream), JSON.stringify([...notes.values()].slice(-MOST_SHOES)));
}

/** Note the commitments of a table while somebody plays there, at most once a minute. */
function followTable() {
  const table = document.querySelector("main[data-table]")?.getAttribute("data-table");
  if (!table || !document.querySelector("[data-purse]")?.textContent) return;
  let last = -Infinity;
  const note = () => {
    if (document.hidden || performance.now() - last < LEAST_PAUSE_MS) return;
    last = performance.now();
    noteCommitments(`/api/tables/${encodeURIComponent(table)}/shoes`);
  };
  note();
  setInterval(note, LEAST_PAUSE_MS);
}

/** Note the commitments to a tournament's draws when its page is looked at. */
function followDraws() {
  const address = document.querySelector("main[data-draws]")?.getAttribute("data-draws");
  if (address) noteCommitments(address);
}

followTable();
followDraws();
