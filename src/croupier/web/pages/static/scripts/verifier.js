// verifier.js: checks a proof of a shoe's cards in the browser, with nothing but Web Crypto.
// It computes what verifier.py computes, in the same order and with the same words; a test holds the
// two to each other, value by value. Seats of a tournament are checked as seat_verifier.py does. It asks
// no server for anything.
// @ts-check

/** @typedef {Record<string, any>} Values */
/**
 * What the reader holds a proof to.
 * @typedef {{notes?: Values | null, commitment?: string, seed?: string, secret?: string, cut?: number | null}} Given
 */
/**
 * @typedef {object} Verdict
 * @property {boolean} holds
 * @property {string} kind of the proof; empty where it is none
 * @property {number} cards how many were found as committed
 * @property {number} size how many there are
 * @property {string[]} checked
 * @property {string[]} unchecked
 * @property {string} step that failed; empty where all hold
 * @property {string} why
 * @property {string} committed the hash that had to be found; empty where no hash differs
 * @property {string} computed the hash that was found instead
 */

const DECK = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));
const DECK_PLACES = new Map(DECK.map((card, place) => [card, place]));
const HASH = /^[0-9a-f]{64}$/;
const SALT = /^[0-9a-f]{32}$/;
const MOST_DECKS = 8;
const SALT_BYTES = 16;
const MOST_LOTS = 100;
const BINDING = ["stream", "shoe", "commitment"];
const CHANCE = ["house-seed", "seeds"];
const CARDS = ["root", "size", "cut", "after", "seen", "cards"];
/** What each kind of proof holds besides its kind: all of it, and nothing else. */
const KINDS = new Map([
  ["seen", [...BINDING, ...CARDS]],
  ["shoe", [...BINDING, ...CHANCE, "decks", "mixed", ...CARDS]],
  ["device", [...BINDING, ...CHANCE, "decks", "out", "seen", "draws"]],
  ["lots", [...BINDING, ...CHANCE, "players", "groups", "tables", "seats"]],
  ["ballot", [...BINDING, ...CHANCE, "lots", "ties"]],
  ["unused", [...BINDING, "house-seed"]],
]);
const UNKNOWN = "it is no proof that this program knows";

/** A proof does not hold; the message says why in one sentence. */
class RefusalError extends Error {
  /**
   * @param {string} why
   * @param {string} [committed]
   * @param {string} [computed]
   */
  constructor(why, committed = "", computed = "") {
    super(why);
    this.committed = committed;
    this.computed = computed;
  }
}

/** A file is no JSON, or its notes lack what every note has. */
export class UnreadableError extends Error {}

/**
 * @param {boolean} holds
 * @param {string} why
 */
function demand(holds, why) {
  if (!holds) throw new RefusalError(why);
}

/**
 * @param {string} committed
 * @param {string} computed
 * @param {string} why
 */
function demandHash(committed, computed, why) {
  if (committed !== computed) throw new RefusalError(why, committed, computed || "no hash at all");
}

// Bytes -------------------------------------------------------------------------------------------

/**
 * Join values as bytes, each behind its length in four bytes.
 * @param {(string | number | Uint8Array<ArrayBuffer>)[]} values
 */
export function joinValues(...values) {
  const parts = values.map((one) => one instanceof Uint8Array ? one : new TextEncoder().encode(String(one)));
  return concatenate(parts.flatMap((part) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, part.length);
    return [length, part];
  }));
}

/** @param {Uint8Array<ArrayBuffer>[]} parts */
function concatenate(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export function writeHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
function readHex(text) {
  return new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

/** @param {Uint8Array<ArrayBuffer>[]} parts */
export async function hash(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", concatenate(parts)));
}

/**
 * @param {Uint8Array<ArrayBuffer>} secret
 * @returns {Promise<(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>>} HMAC-SHA-256 under it
 */
async function makeHmac(secret) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  return async (message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}

/** Numbers from HMAC-SHA-256 under a counter, by rejection. */
class Blocks {
  /**
   * @param {(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>} sign
   * @param {Uint8Array<ArrayBuffer>[]} about
   */
  constructor(sign, ...about) {
    this.sign = sign;
    this.about = concatenate(about);
    this.counter = 0;
    this.rest = new Uint8Array(0);
  }

  /** @param {number} limit */
  async getBelow(limit) {
    const bits = limit > 1 ? (limit - 1).toString(2).length : 0;
    const size = Math.ceil(bits / 8);
    while (true) {
      while (this.rest.length < size) {
        const block = await this.sign(concatenate([this.about, joinValues(this.counter)]));
        this.rest = concatenate([this.rest, block]);
        this.counter += 1;
      }
      const whole = this.rest.slice(0, size).reduce((sum, byte) => sum * 256 + byte, 0);
      this.rest = this.rest.slice(size);
      const number = Math.floor(whole / 2 ** (size * 8 - bits));
      if (number < limit) return number;
    }
  }
}

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);

/**
 * @param {number} place
 * @param {string} card
 * @param {Uint8Array<ArrayBuffer>} salt
 */
function hashLeaf(place, card, salt) {
  return hash(LEAF, joinValues("place", place, card, salt));
}

/**
 * Compute the head of the tree over some leaves, by RFC 9162.
 * @param {Uint8Array<ArrayBuffer>[]} leaves
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function hashTree(leaves) {
  if (leaves.length === 1) return leaves[0];
  const middle = 2 ** ((leaves.length - 1).toString(2).length - 1);
  const [left, right] = await Promise.all([hashTree(leaves.slice(0, middle)), hashTree(leaves.slice(middle))]);
  return hash(NODE, left, right);
}

/**
 * Follow a path from a leaf to the head.
 * @param {Uint8Array<ArrayBuffer>} leaf
 * @param {number} place
 * @param {number} size
 * @param {string[]} path
 * @returns {Promise<string>} the head; empty where the path does not end there
 */
async function climbTree(leaf, place, size, path) {
  let [node, last] = [leaf, size - 1];
  for (const neighbour of path.map(readHex)) {
    if (place % 2 || place === last) {
      node = await hash(NODE, neighbour, node);
      while (!(place % 2) && place) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
    } else {
      node = await hash(NODE, node, neighbour);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? writeHex(node) : "";
}

// The form of a proof: every value is there, and is what it must be --------------------------------

/**
 * @param {any} value
 * @param {number} [least]
 */
function isNumber(value, least = 0) {
  return Number.isSafeInteger(value) && value >= least;
}

/** @param {any} value */
function isText(value) {
  return typeof value === "string" && value !== "" && !/\p{Surrogate}/u.test(value);
}

/**
 * @param {any} value
 * @param {RegExp} [form]
 */
function isHash(value, form = HASH) {
  return typeof value === "string" && form.test(value);
}

/** @param {any} value */
function areCards(value) {
  return Array.isArray(value) && value.every((one) => DECK_PLACES.has(one));
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {any} value
 * @param {string[]} fields that each entry has, and no others
 */
function isListOf(value, ...fields) {
  const fieldNames = [...fields].sort().join();
  return Array.isArray(value) && value.every((one) => isObject(one) && Object.keys(one).sort().join() === fieldNames);
}

/** @param {any[]} values */
function countDistinct(values) {
  return new Set(values).size;
}

/** @param {Values} proof */
function checkForm(proof) {
  demand(isObject(proof), UNKNOWN);
  const fields = KINDS.get(proof.proof);
  if (!fields) throw new RefusalError(UNKNOWN);
  const fieldNames = new Set(["proof", ...fields]);
  const names = [...new Set([...fieldNames, ...Object.keys(proof)])].sort();
  for (const name of names) {
    demand(Object.hasOwn(proof, name), `the proof has no ${name}`);
    demand(fieldNames.has(name), `the proof has ${name}, which nothing checks`);
  }
  demand(isText(proof.stream) && isText(proof.shoe), "it does not name its shoe");
  for (const name of ["commitment", "root", "house-seed"]) {
    demand(!(name in proof) || isHash(proof[name]), `the ${name} is not a hash`);
  }
  if ("seeds" in proof) checkSeedsForm(proof.seeds);
  const decks = "decks" in proof ? proof.decks : 0;
  demand(isNumber(decks) && decks <= MOST_DECKS, "decks is not a number of decks");
  if ("cards" in proof) checkCardsForm(proof, proof.proof === "seen");
  if ("draws" in proof) checkDrawsForm(proof);
  if ("seats" in proof) checkSeatsForm(proof);
  if ("ties" in proof) checkTiesForm(proof);
}

/** @param {any} value */
function areNames(value) {
  return Array.isArray(value) && value.every((one) => isText(one));
}

/** @param {Values} proof */
function checkSeatsForm({ players, groups, tables, seats }) {
  demand(areNames(players) && players.length > 0, "it does not say who took part");
  demand(countDistinct(players) === players.length, "a player takes part twice");
  demand(Array.isArray(groups) && groups.every(areNames), "a group of players is incomplete");
  demand(isNumber(tables, 1), "tables is not a number of tables");
  demand(isListOf(seats, "player", "table", "box"), "a seat is incomplete");
  for (const one of seats) {
    demand(isText(one.player) && isNumber(one.table, 1) && isNumber(one.box, 1), "a seat is incomplete");
  }
}

/** @param {Values} proof */
function checkTiesForm({ lots, ties }) {
  demand(isNumber(lots, 1) && lots <= MOST_LOTS, "lots is not a number of lots");
  const areListed = Array.isArray(ties) && ties.length > 0 && ties.every((one) => isListOf(one, "player", "box"));
  demand(areListed, "a tie is incomplete");
  for (const one of ties.flat()) {
    demand(isText(one.player) && isNumber(one.box, 1) && one.box < lots, "a tie is incomplete");
  }
  const boxes = ties.flat().map((/** @type {Values} */ one) => one.box);
  demand(countDistinct(boxes) === boxes.length, "two players are tied at one box");
}

/** @param {Values[]} seeds */
function checkSeedsForm(seeds) {
  demand(isListOf(seeds, "box", "player", "seed", "promise"), "a player's seed is incomplete");
  for (const one of seeds) {
    const isWhole = isNumber(one.box, 1) && isText(one.player) && isText(one.seed) && isHash(one.promise);
    demand(isWhole, "a player's seed is incomplete");
  }
  demand(countDistinct(seeds.map((one) => one.player)) === seeds.length, "a player's seed counts twice");
  const areInOrder = seeds.every((one, index) => !index || seeds[index - 1].box <= one.box);
  demand(areInOrder, "the seeds do not stand in the order of the boxes");
}

/**
 * @param {Values} proof
 * @param {boolean} hasSalts
 */
function checkCardsForm(proof, hasSalts) {
  const { cards, size, after } = proof;
  const fields = hasSalts ? ["number", "card", "salt", "path"] : ["number", "card"];
  demand(isListOf(cards, ...fields) && cards.length > 0, "it shows no card");
  demand(isNumber(proof.seen) && proof.seen === cards.length, "cards are missing from it");
  demand(isNumber(size, 1) && isNumber(after), "its size is not a number of cards");
  demand(isNumber(proof.cut) && proof.cut < size, "the cut is outside the shoe");
  demand(!(after && proof.cut), "what was left of another shoe is not cut again");
  demand(areCards(cards.map((/** @type {Values} */ one) => one.card)), "one of its cards is none");
  const numbers = cards.map((/** @type {Values} */ one) => one.number);
  demand(numbers.every((/** @type {any} */ one) => isNumber(one, after + 1)), "a card has no number");
  const areInOrder = numbers.every((/** @type {number} */ one, /** @type {number} */ index) =>
    !index || numbers[index - 1] < one
  );
  demand(areInOrder, "a card has the wrong number");
  demand(numbers.at(-1) <= after + size, "a card has a number that its shoe does not reach");
  for (const one of hasSalts ? cards : []) {
    demand(isHash(one.salt, SALT) && Array.isArray(one.path), "a card has no salt");
    demand(one.path.every((/** @type {any} */ node) => isHash(node)), "a card has no path to the root");
  }
}

/** @param {Values} proof */
function checkDrawsForm(proof) {
  const { draws } = proof;
  demand(isListOf(draws, "draw", "card", "back", "left") && draws.length > 0, "it shows no card");
  demand(isNumber(proof.seen) && proof.seen === draws.length, "cards are missing from it");
  demand(proof.decks > 0 && areCards(proof.out), "it does not say what was in the device");
  for (const one of draws) {
    const areNumbers = [one.draw, one.back, one.left].every((count) => isNumber(count));
    demand(areNumbers && DECK_PLACES.has(one.card), "a draw is incomplete");
  }
}

// What binds the values ----------------------------------------------------------------------------

/**
 * Find what the notes from before the first card say of the proof's shoe.
 * @param {Values} notes
 * @param {string} shoe
 * @returns {Values[]}
 */
function findNotes(notes, shoe) {
  const shoes = isObject(notes) ? notes.shoes ?? [notes] : null;
  if (!Array.isArray(shoes) || !shoes.every((one) => isObject(one) && "shoe" in one && "commitment" in one)) {
    throw new UnreadableError("the notes are not those of a table: save them at the page of its proofs");
  }
  return shoes.filter((one) => one.shoe === shoe);
}

/**
 * @param {Values} proof
 * @param {Values} notes
 */
function checkNotes(proof, notes) {
  const name = `${proof.shoe} of ${proof.stream}`;
  const own = findNotes(notes, proof.shoe);
  demand(notes.stream === proof.stream && own.length === 1, `your notes have no commitment of ${name}`);
  const [note] = own;
  demandHash(note.commitment, proof.commitment, "its commitment is not the one in your notes");
  for (const one of "seeds" in proof ? note.seeds ?? [] : []) {
    const isSame = (/** @type {Values} */ other) =>
      other.player === one.player && other.box === one.box && other.seed === one.seed;
    const counts = !one.seed || proof.seeds.some(isSame);
    demand(counts, `the seed of ${one.player} in your notes does not count as it did`);
  }
  if (note.root && "root" in proof) {
    demandHash(note.root, proof.root, "its root is not the one in your notes");
    for (const field of ["size", "after"]) {
      demand(note[field] === proof[field], `its ${field} is not the one in your notes`);
    }
    return `the commitment and the root are those in your notes for ${name}`;
  }
  demand(proof.proof !== "seen", `your notes have no root of ${name}, so no card is proved`);
  return `the commitment is the one in your notes for ${name}`;
}

/**
 * @param {Values} proof
 * @param {string} commitment
 */
function checkCommitment(proof, commitment) {
  demandHash(commitment, proof.commitment, "its commitment is not the one that you gave");
  demand(proof.proof !== "seen", "no seed is published, so only notes with a root prove it");
  return "the commitment is the one that you gave";
}

/** @param {Values} proof */
async function checkSeed(proof) {
  const values = joinValues("house seed", proof.stream, proof.shoe, readHex(proof["house-seed"]));
  const why = "the house's seed is not the one that it committed to";
  demandHash(proof.commitment, writeHex(await hash(values)), why);
  return "the house's seed is the one that it committed to";
}

/**
 * @param {Values} proof
 * @param {string} seed
 * @param {string} secret
 */
async function checkPlayers(proof, seed, secret) {
  for (const one of proof.seeds) {
    const values = joinValues("player seed", proof.stream, proof.shoe, one.player, one.seed);
    const why = `the seed of ${one.player} is not the one that was promised`;
    demandHash(one.promise, writeHex(await hash(values)), why);
  }
  const own = seed ? [seed] : [];
  if (secret) {
    const sign = await makeHmac(new TextEncoder().encode(secret));
    own.push(writeHex(await sign(joinValues("player", proof.commitment))));
  }
  const seeds = proof.seeds.map((/** @type {Values} */ one) => one.seed);
  demand(own.every((one) => seeds.includes(one)), "your seed is not among those that count");
  const players = proof.seeds.map((/** @type {Values} */ one) => one.player).join(", ");
  return players ? `it counts the seeds of ${players}, as promised` : "";
}

/**
 * Write down what all numbers of a shoe are bound to: its table, its name, the players' seeds.
 * @param {Values} proof
 */
function describeShoe(proof) {
  const given = proof.seeds.flatMap((/** @type {Values} */ one) => [one.box, one.player, one.seed]);
  return joinValues(proof.stream, proof.shoe, proof.seeds.length, ...given);
}

/** @param {string[]} cards */
function areInDeckOrder(cards) {
  const places = cards.map((card) => DECK_PLACES.get(card) ?? 0);
  return places.every((place, index) => !index || places[index - 1] <= place);
}

/**
 * Compute the order that follows from the seeds, and refuse it where its root differs.
 * @param {Values} proof
 * @returns {Promise<string[]>}
 */
async function checkOrder(proof) {
  const { size, mixed } = proof;
  const isWhole = proof.decks > 0;
  demand(areCards(mixed) && isWhole !== mixed.length > 0, "it does not say what was mixed");
  const order = isWhole ? DECK.flatMap((card) => Array(proof.decks).fill(card)) : [...mixed];
  demand(areInDeckOrder(order), "what was mixed is not in the order of a deck");
  demand(isWhole ? size === order.length : size <= order.length, "its size is not that of its cards");
  const sign = await makeHmac(readHex(proof["house-seed"]));
  const blocks = new Blocks(sign, joinValues("order"), describeShoe(proof));
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = await blocks.getBelow(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  order.length = size;
  const leaves = await Promise.all(order.map(async (card, place) => {
    const salt = await sign(joinValues("salt", proof.stream, proof.shoe, place));
    return hashLeaf(place, card, salt.slice(0, SALT_BYTES));
  }));
  demandHash(proof.root, writeHex(await hashTree(leaves)), "the order does not follow from the seeds");
  return order;
}

/**
 * @param {Values} proof
 * @param {number | null} seen
 */
async function checkCut(proof, seen) {
  const { cut, size } = proof;
  if (seen !== null) {
    demand(cut === seen, `the cards were cut after ${cut}, not after ${seen}`);
    return `the cards were cut after ${cut}, as you saw`;
  }
  if (!cut) return "the cards were not cut";
  const sign = await makeHmac(readHex(proof["house-seed"]));
  for (const deck of [DECK.length, 0]) {
    const least = Math.max(1, Math.min(deck, Math.floor(size / 2)));
    const blocks = new Blocks(sign, joinValues("cut"), describeShoe(proof));
    if (cut === least + await blocks.getBelow(size - 2 * least + 1)) {
      return `the cut after ${cut} follows from the seeds`;
    }
  }
  throw new RefusalError(`the cut after ${cut} does not follow from the seeds: if a player cut, give the place`);
}

/**
 * Find where a card lay in the order, by its number as the cards came out.
 * @param {Values} proof
 * @param {number} number
 */
function findPlace(proof, number) {
  const index = number - 1 - proof.after;
  return proof.after ? index : (index + proof.cut) % proof.size;
}

/**
 * @param {Values} proof
 * @param {string[]} order
 */
function checkDealtCards(proof, order) {
  for (const { number, card } of proof.cards) {
    const right = order[findPlace(proof, number)];
    demand(right === card, `card ${number} had to be ${right}, not ${card}`);
  }
}

/** @param {Values} proof */
async function checkPaths(proof) {
  for (const { number, card, salt, path } of proof.cards) {
    const place = findPlace(proof, number);
    const head = await climbTree(await hashLeaf(place, card, readHex(salt)), place, proof.size, path);
    demandHash(proof.root, head, `card ${number} is not ${card} in the order that was fixed`);
  }
}

/**
 * Refuse a draw that does not follow from the seeds and the device's content.
 *
 * Cards go back in the order in which they came out; those that were out at first, all at once.
 * @param {Values} proof
 */
async function checkDraws(proof) {
  const sign = await makeHmac(readHex(proof["house-seed"]));
  let [out, first, before] = [[...proof.out], proof.out.length, -1];
  demand(areInDeckOrder(out), "the cards that were out are not in a deck's order");
  for (const { draw, card, back, left } of proof.draws) {
    demand(draw > before, `draw ${draw} is not after the one before it`);
    first = back >= first ? 0 : first;
    demand(back <= out.length && !(back && first), `what went back before draw ${draw}?`);
    [out, before] = [out.slice(back), draw];
    const inside = DECK.flatMap((one) => {
      const count = proof.decks - out.filter((other) => other === one).length;
      return Array(Math.max(0, count)).fill(one);
    });
    demand(inside.length === left && left > 0, `before draw ${draw} the device held ${inside.length} cards`);
    const blocks = new Blocks(sign, joinValues("draw"), describeShoe(proof), joinValues(draw));
    const right = inside[await blocks.getBelow(inside.length)];
    demand(right === card, `draw ${draw} had to be ${right}, not ${card}`);
    out.push(card);
  }
}

/**
 * Return values in the order that the seed gives them.
 * @template T
 * @param {Values} proof
 * @param {T[]} values
 */
async function mixValues(proof, values) {
  const order = [...values];
  const sign = await makeHmac(readHex(proof["house-seed"]));
  const blocks = new Blocks(sign, joinValues("lots"), describeShoe(proof));
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = await blocks.getBelow(last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/**
 * Refuse a ballot whose order does not follow from the seed: the lowest lot comes first.
 * @param {Values} proof
 * @param {Verdict} verdict
 */
async function checkTies(proof, verdict) {
  const lots = await mixValues(proof, [...Array(proof.lots).keys()]);
  for (const tie of proof.ties) {
    const right = [...tie].sort((one, other) => lots[one.box] - lots[other.box]);
    right.forEach((due, place) => {
      demand(due.box === tie[place].box, `${due.player} had to come before ${tie[place].player}`);
    });
  }
  const players = proof.ties.flat();
  verdict.cards = players.length;
  verdict.size = players.length;
  const names = players.map((/** @type {Values} */ one) => one.player).join(", ");
  verdict.unchecked.push(`that these were tied, at these boxes: ${names}`);
  return `the order of ${players.length} tied players follows from the seed`;
}

/**
 * Refuse a seat that does not follow from the seed and from who took part.
 * @param {Values} proof
 * @param {Verdict} verdict
 */
async function checkSeats(proof, verdict) {
  const { players, groups, tables, seats } = proof;
  const order = await mixValues(proof, players);
  const right = new Map(order.map((player, place) => [player, [place % tables + 1, Math.floor(place / tables) + 1]]));
  if (groups.length) {
    right.clear();
    groups.forEach((/** @type {string[]} */ group, /** @type {number} */ table) => {
      order.filter((one) => group.includes(one)).forEach((player, box) => right.set(player, [table + 1, box + 1]));
    });
  }
  const drawn = new Map(seats.map((/** @type {Values} */ one) => [one.player, [one.table, one.box]]));
  demand(drawn.size === seats.length, "a player has two seats");
  for (const [player, [table, box]] of right) {
    demand(drawn.has(player), `the draw leaves out ${player}`);
    const [atTable, atBox] = drawn.get(player);
    const why = `${player} had to have box ${box} of table ${table}, not box ${atBox} of table ${atTable}`;
    demand(atTable === table && atBox === box, why);
  }
  demand(drawn.size === right.size, "somebody has a seat who did not take part");
  verdict.cards = drawn.size;
  verdict.size = drawn.size;
  verdict.unchecked.push(`that these took part, in this order: ${players.join(", ")}`);
  return `${drawn.size} seats follow from the seed`;
}

// All of it ----------------------------------------------------------------------------------------

/**
 * Read a file of JSON. A number with a fraction is no whole number, also where it is written 1.0.
 * @param {string} text
 */
export function readJson(text) {
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  const isPlain = (/** @type {string} */ token) => token.startsWith('"') || /^-?\d+$/.test(token);
  try {
    return JSON.parse(text.replace(tokens, (token) => isPlain(token) ? token : "null"));
  } catch {
    throw new UnreadableError("the file is not JSON");
  }
}

/**
 * Check one proof against what its reader noted. A proof that does not hold is an answer, not an error.
 * @param {any} proof
 * @param {Given} given
 * @returns {Promise<Verdict>}
 */
export async function checkProof(proof, given) {
  /** @type {Verdict} */
  const verdict = {
    holds: true,
    kind: "",
    cards: 0,
    size: 0,
    checked: [],
    unchecked: [],
    step: "",
    why: "",
    committed: "",
    computed: "",
  };
  let step = "The form of the proof";
  try {
    checkForm(proof);
    verdict.kind = proof.proof;
    verdict.size = proof.size ?? proof.seen ?? 0;
    for (const [name, check] of listSteps(proof, given, verdict)) {
      step = name;
      const words = await check();
      if (words) verdict.checked.push(words);
    }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { message: why, committed, computed } = error;
    return { ...verdict, holds: false, step, why, committed, computed };
  }
  return verdict;
}

/**
 * List the steps of a proof by their names, in the order in which they are taken.
 * @param {Values} proof
 * @param {Given} given
 * @param {Verdict} verdict learns what the steps find, and what they leave open
 * @returns {[string, () => string | Promise<string>][]}
 */
function listSteps(proof, given, verdict) {
  const { notes, commitment = "", seed = "", secret = "", cut = null } = given;
  /** @type {[string, () => string | Promise<string>][]} */
  const steps = [["The commitment", () => notes ? checkNotes(proof, notes) : checkCommitment(proof, commitment)]];
  if (proof.proof === "seen") return [...steps, ["The cards that you saw", () => findSeenCards(proof, given, verdict)]];
  steps.push(["The house's seed", () => checkSeed(proof)]);
  if (proof.proof === "unused") return [...steps, ["The cards", () => "nobody has seen a card that follows from it"]];
  if (!proof.seeds.length) verdict.unchecked.push("that the house chose no seed to its liking: no player gave one");
  steps.push(["The players' seeds", () => checkPlayers(proof, seed, secret)]);
  if (proof.proof === "lots") return [...steps, ["The seats", () => checkSeats(proof, verdict)]];
  if (proof.proof === "ballot") return [...steps, ["The ballot", () => checkTies(proof, verdict)]];
  if (proof.proof === "device") return [...steps, ["The draws", () => findDraws(proof, verdict)]];
  let order = /** @type {string[]} */ ([]);
  return [
    ...steps,
    ["The order of the cards", async () => {
      order = await checkOrder(proof);
      verdict.cards = order.length;
      return `the order of ${order.length} cards follows from the seeds`;
    }],
    ["The cut", () => checkCut(proof, cut)],
    ["The cards that came out", () => {
      checkDealtCards(proof, order);
      if (proof.mixed.length) verdict.unchecked.push("that the cards that were mixed are those that had to be");
      return `${proof.seen} cards came as the order has them`;
    }],
  ];
}

/**
 * @param {Values} proof
 * @param {Given} given
 * @param {Verdict} verdict
 */
async function findSeenCards(proof, { seed, secret }, verdict) {
  demand(!seed && !secret, "whether your seed counts shows when the house publishes its own");
  await checkPaths(proof);
  verdict.cards = proof.seen;
  const unseen = "that the order follows from the seeds, and every card that is not in the proof";
  verdict.unchecked.push(`${unseen}: the house has not published its seed`, "who cut");
  return `${proof.seen} cards lay where the root has them, after a cut of ${proof.cut}`;
}

/**
 * @param {Values} proof
 * @param {Verdict} verdict
 */
async function findDraws(proof, verdict) {
  await checkDraws(proof);
  verdict.cards = proof.seen;
  if (proof.out.length) verdict.unchecked.push(`that these were out of the device at first: ${proof.out.join(" ")}`);
  verdict.unchecked.push("that cards went back into the device when the proof says");
  return `${proof.seen} draws follow from the seeds`;
}
