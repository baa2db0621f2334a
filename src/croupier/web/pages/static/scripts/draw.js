// draw.js: notes what the house commits to for a promotion's draw, and checks the draw on the page
// itself. Once the proof is loaded, nothing is asked of the server.
// @ts-check

/** @typedef {Record<string, any>} Proof */
/** @typedef {{holds: boolean, checked: string[], unchecked: string[], why: string}} DrawVerdict */

const BLOCK_BITS = 8;
const FIELDS = ["proof", "stream", "commitment", "house-seed", "word", "entries", "among", "prizes", "drawn"];
const encoder = new TextEncoder();

/** A proof does not hold; the message says why in one sentence. */
class RefusalError extends Error {}

/**
 * @param {unknown} holds
 * @param {string} why
 */
function demand(holds, why) {
  if (!holds) throw new RefusalError(why);
}

/** @param {Uint8Array[]} parts */
function joinBytes(parts) {
  const whole = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
  let place = 0;
  for (const one of parts) {
    whole.set(one, place);
    place += one.length;
  }
  return whole;
}

/**
 * Write values as bytes, each with its length in four bytes in front.
 * @param {(string | number | Uint8Array)[]} values
 */
function joinValues(...values) {
  return joinBytes(values.flatMap((value) => {
    const data = value instanceof Uint8Array ? value : encoder.encode(String(value));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, data.length);
    return [length, data];
  }));
}

/** @param {Uint8Array} data */
async function hash(data) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {BufferSource} */ (data)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
function readHex(text) {
  demand(/^[0-9a-f]{64}$/.test(text), "the house-seed is not a hash");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * Draw numbers: each from those left, by HMAC-SHA-256 under a counter.
 * @param {Uint8Array} seed
 * @param {Uint8Array} about
 * @param {number[]} left
 * @param {number} prizes
 */
async function drawNumbers(seed, about, left, prizes) {
  const method = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", /** @type {BufferSource} */ (seed), method, false, ["sign"]);
  let [waiting, counter] = [new Uint8Array(), 0];
  const drawn = [];
  for (let number = 0; number < prizes; number++) {
    const bits = left.length > 1 ? Math.floor(Math.log2(left.length - 1)) + 1 : 0;
    const size = Math.ceil(bits / BLOCK_BITS);
    let place = left.length;
    while (place >= left.length) {
      while (waiting.length < size) {
        const message = joinBytes([about, joinValues(counter++)]);
        const block = await crypto.subtle.sign("HMAC", key, /** @type {BufferSource} */ (message));
        waiting = joinBytes([waiting, new Uint8Array(block)]);
      }
      const value = waiting.slice(0, size).reduce((sum, byte) => sum * 256 + byte, 0);
      waiting = waiting.slice(size);
      place = Math.floor(value / 2 ** (size * BLOCK_BITS - bits));
    }
    drawn.push(...left.splice(place, 1));
  }
  return drawn;
}

/** @param {Proof} proof */
function checkForm(proof) {
  demand(proof?.proof === "promotion-draw", "it is no proof that this page knows");
  for (const name of FIELDS) demand(name in proof, `the proof has no ${name}`);
  for (const name of Object.keys(proof)) demand(FIELDS.includes(name), `the proof has ${name}, which nothing checks`);
  const isWhole = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 0;
  demand(isWhole(proof.entries) && isWhole(proof.prizes), "a count is not a whole number");
  for (const name of ["among", "drawn"]) {
    demand(Array.isArray(proof[name]) && proof[name].every(isWhole), `${name} is not a list`);
  }
  const isOrdered = proof.among.every((/** @type {number} */ one, /** @type {number} */ place) =>
    one >= 1 && one <= proof.entries && (!place || one > proof.among[place - 1])
  );
  demand(isOrdered, "the numbers that could win are not in order");
}

/**
 * Check a proof against what its reader noted before the draw.
 * @param {Proof} proof
 * @param {{commitment: string, word: string | null}} given
 * @returns {Promise<DrawVerdict>}
 */
export async function checkDraw(proof, { commitment, word }) {
  /** @type {DrawVerdict} */
  const verdict = { holds: true, checked: [], unchecked: [], why: "" };
  try {
    checkForm(proof);
    demand(proof.commitment === commitment, "its commitment is not the one that you gave");
    verdict.checked.push("the commitment is the one that you gave");
    const seed = readHex(proof["house-seed"]);
    const bound = await hash(joinValues("draw seed", proof.stream, seed));
    demand(bound === proof.commitment, "the house's seed is not the one that it committed to");
    verdict.checked.push("the house's seed is the one that it committed to");
    demand(word === null || word === proof.word, `the word from the room is “${proof.word}”, not “${word}”`);
    (word === null ? verdict.unchecked : verdict.checked).push(`the word from the room is “${proof.word}”`);
    const among = proof.among.length
      ? [...proof.among]
      : Array.from({ length: proof.entries }, (_, place) => place + 1);
    const eligible = await hash(joinValues(...among));
    const about = joinValues("promotion draw", proof.stream, proof.entries, eligible, proof.word);
    const drawn = await drawNumbers(seed, about, among, Math.min(proof.prizes, among.length));
    const isSame = drawn.join() === proof.drawn.join();
    demand(isSame, `the numbers had to be ${drawn.join(", ")}, not ${proof.drawn.join(", ")}`);
    verdict.checked.push(`the numbers ${drawn.join(", ")} follow from the seed`);
    verdict.unchecked.push("whose entries these are: their holders know their numbers since they entered");
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return { ...verdict, holds: false, why: error.message };
  }
  return verdict;
}

// On the page --------------------------------------------------------------------------------------

/** @param {string} stream */
function makeNoteKey(stream) {
  return `draw/${stream}`;
}

/** @param {string} stream */
function readNote(stream) {
  return localStorage.getItem(makeNoteKey(stream)) ?? "";
}

/** @param {string} words */
function writeSentence(words) {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

/**
 * @param {DrawVerdict} verdict
 * @param {string} about
 */
function showVerdict(verdict, about) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("verdict-template"));
  const sheet = /** @type {HTMLElement} */ (template.content.cloneNode(true));
  const find = (/** @type {string} */ part) => /** @type {HTMLElement} */ (sheet.querySelector(part));
  find(".verdict").classList.add(verdict.holds ? "holds" : "fails");
  find(".headline").textContent = verdict.holds ? "The draw is as committed" : "It does not hold";
  find(".about").textContent = about;
  const lines = [
    ...verdict.checked.map((words) => ["done", "Checked: ", words]),
    ...(verdict.holds ? [] : [["failed", "Failed: ", verdict.why]]),
    ...(verdict.holds ? verdict.unchecked.map((words) => ["open", "Not checked: ", words]) : []),
  ];
  find(".steps").replaceChildren(...lines.map(([kind, label, words]) => {
    const [line, unseen] = [document.createElement("li"), document.createElement("span")];
    [line.className, unseen.className, unseen.textContent] = [kind, "unseen", label];
    line.append(unseen, writeSentence(words));
    return line;
  }));
  document.getElementById("verdict")?.replaceChildren(sheet);
}

/** @param {string} words */
function showProblem(words) {
  const line = document.createElement("p");
  [line.className, line.textContent] = ["problem", words];
  document.getElementById("verdict")?.replaceChildren(line);
}

/**
 * @param {HTMLElement} checker
 * @param {HTMLFormElement} form
 */
async function check(checker, form) {
  const { stream = "", proof = "" } = checker.dataset;
  const fields = new FormData(form);
  const [typed, word] = [String(fields.get("commitment")).trim(), String(fields.get("word")).trim()];
  const commitment = typed || readNote(stream);
  if (!commitment) {
    showProblem("This browser has noted no commitment of this draw. Type the one that you wrote down before it.");
    return;
  }
  const answer = await fetch(proof).catch(() => null);
  if (!answer?.ok) {
    showProblem("The proof could not be loaded. Try again, or check a saved one with the program.");
    return;
  }
  const verdict = await checkDraw(await answer.json(), { commitment, word: word || null });
  const source = typed ? "the commitment that you typed" : "the commitment that this browser noted before the draw";
  showVerdict(verdict, `Checked in this browser against ${source}.`);
}

if (globalThis.document) {
  for (const place of document.querySelectorAll("[data-draw-commitment]")) {
    const { drawStream = "", drawCommitment = "" } = /** @type {HTMLElement} */ (place).dataset;
    if (!readNote(drawStream)) localStorage.setItem(makeNoteKey(drawStream), drawCommitment);
  }
  const checker = document.getElementById("check");
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-check]"));
  if (checker && form && globalThis.crypto?.subtle) {
    checker.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      check(checker, form);
    });
  }
}
