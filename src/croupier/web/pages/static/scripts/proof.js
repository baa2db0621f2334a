// proof.js: checks proofs of cards on the page itself. After a proof is loaded, or picked as a file,
// nothing is asked of the server: the page works without a connection.
// @ts-check
import { findTarget } from "./page.js";
import { forgetNotes, noteCommitments, readNotes } from "./notes.js";
import { checkProof, readJson, UnreadableError } from "./verifier.js";

/** @typedef {import("./verifier.js").Verdict} Verdict */
/** @typedef {{given: import("./verifier.js").Given, source: string, caveat: string, isOwn?: boolean}} Basis */

const checker = document.getElementById("check");
const place = document.getElementById("verdict");
const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("verdict-template"));
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-check]"));

/** @param {string} words */
function writeSentence(words) {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

/** @param {string} time */
function writeTime(time) {
  const date = new Date(time);
  const day = date.toLocaleDateString("en-AU", { day: "numeric", month: "long" });
  return `${day}, ${date.toLocaleTimeString("en-AU", { hour: "2-digit", minute: "2-digit", hour12: false })}`;
}

/**
 * Write a hash in groups of four, to be read aloud.
 * @param {string} hash
 */
function writeHash(hash) {
  return hash.length === 64 ? hash.replace(/.{4}(?=.)/g, "$& ") : hash;
}

/** @param {Verdict} verdict */
function writeHeadline({ holds, step, kind, cards, size }) {
  if (!holds) return `It does not hold: ${step.slice(0, 1).toLowerCase()}${step.slice(1)}`;
  if (kind === "unused") return "The seed is as committed; no card was dealt by it";
  if (kind === "lots") return `${cards} seats as committed`;
  if (kind === "ballot") return `A ballot among ${cards} as committed`;
  if (kind === "device") return `${cards} of ${size} draws as committed`;
  if (kind === "seen") return `${cards} of the ${cards} cards that you saw as committed`;
  return `${cards} of ${size} cards as committed`;
}

/**
 * Put the verdict on the page: what was checked, what was not, and where it failed.
 * @param {Verdict} verdict
 * @param {string} about
 * @param {string} stream whose notes are this browser's own; empty where they are not
 */
function showVerdict(verdict, about, stream) {
  if (!place || !template) return;
  const sheet = /** @type {HTMLElement} */ (template.content.cloneNode(true));
  const find = (/** @type {string} */ part) => /** @type {HTMLElement} */ (sheet.querySelector(part));
  find(".verdict").classList.add(verdict.holds ? "holds" : "fails");
  find(".headline").textContent = writeHeadline(verdict);
  find(".about").textContent = about;
  const lines = [
    ...verdict.checked.map((words) => ["done", "Checked: ", words]),
    ...(verdict.holds ? [] : [["failed", "Failed: ", verdict.why]]),
    ...(verdict.holds ? verdict.unchecked.map((words) => ["open", "Not checked: ", words]) : []),
  ];
  find(".steps").replaceChildren(...lines.map(([kind, label, words]) => makeLine(kind, label, words)));
  find(".hashes").hidden = !verdict.committed;
  find("[data-committed]").textContent = writeHash(verdict.committed);
  find("[data-computed]").textContent = writeHash(verdict.computed);
  find("[data-forget]").hidden = verdict.holds || !stream || !verdict.why.includes("in your notes");
  find("[data-forget]").dataset.forget = stream;
  place.replaceChildren(sheet);
  place.scrollIntoView({ block: "nearest" });
}

/**
 * @param {string} kind
 * @param {string} label for those who listen
 * @param {string} words
 */
function makeLine(kind, label, words) {
  const [line, unseen] = [document.createElement("li"), document.createElement("span")];
  [line.className, unseen.className, unseen.textContent] = [kind, "unseen", label];
  line.append(unseen, writeSentence(words));
  return line;
}

/** @param {string} words */
function showProblem(words) {
  const line = document.createElement("p");
  line.className = "problem";
  line.textContent = words;
  place?.replaceChildren(line);
}

/** Resolves when this page has noted what it could. */
let notesReady = Promise.resolve();

/**
 * Find what this browser noted of a proof's shoe.
 * @param {Record<string, any>} proof
 * @returns {Promise<Basis>}
 */
async function findBasis(proof) {
  await notesReady;
  const notes = readNotes(String(proof?.stream));
  const note = notes.shoes.find((one) => one.shoe === proof?.shoe);
  if (!note) {
    const words = "This browser has noted nothing of that shoe. Pick the commitments that you saved, or type yours.";
    throw new UnreadableError(words);
  }
  const first = proof.proof === "lots" ? "the draw" : "the first card";
  const source = `the commitment that this browser noted on ${writeTime(note.noted)}`;
  if (note.early) return { given: { notes }, source: `${source}, before ${first}`, caveat: "", isOwn: true };
  const caveat = `that the commitment is from before ${first}: this browser first saw it later`;
  return { given: { notes }, source, caveat, isOwn: true };
}

/**
 * Take what the reader has given: notes in a file, or a commitment that was written down.
 * @param {Record<string, any>} proof
 * @param {FormData} fields
 * @returns {Promise<Basis>}
 */
async function readBasis(proof, fields) {
  const [file, commitment] = [fields.get("notes"), String(fields.get("commitment")).trim()];
  const own = { seed: String(fields.get("seed")), cut: readCut(String(fields.get("cut")).trim()) };
  if (file instanceof File && file.size) {
    const notes = readJson(await file.text());
    return { given: { notes, ...own }, source: `the commitments in ${file.name}`, caveat: "" };
  }
  if (commitment) return { given: { commitment, ...own }, source: "the commitment that you typed", caveat: "" };
  const found = await findBasis(proof);
  return { ...found, given: { ...found.given, ...own } };
}

/** @param {string} text */
function readCut(text) {
  if (!text) return null;
  if (!/^\d{1,3}$/.test(text)) throw new UnreadableError("A place of the cut is a number of cards, such as 120.");
  return Number(text);
}

/**
 * Check a proof and show the verdict, or say why there is none.
 * @param {string} name of what is checked
 * @param {() => Promise<string>} load
 * @param {(proof: any) => Promise<Basis>} hold
 */
async function check(name, load, hold) {
  try {
    const proof = readJson(await load());
    const { given, source, caveat, isOwn } = await hold(proof);
    const start = performance.now();
    const verdict = await checkProof(proof, given);
    const seconds = Math.max(0.01, (performance.now() - start) / 1000).toFixed(2);
    if (caveat) verdict.unchecked.push(caveat);
    const about = `${name}, checked in this browser in ${seconds} s against ${source}.`;
    showVerdict(verdict, about, isOwn ? String(proof.stream) : "");
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    showProblem(writeSentence(error.message.replace(/\.$/, "")));
  }
}

/**
 * Load the proof of a shoe from the server.
 * @param {string} path
 */
async function loadProof(path) {
  const answer = await fetch(path).catch(() => null);
  if (answer?.ok) return answer.text();
  throw new UnreadableError("The proof could not be loaded. A proof that you saved can be checked without the server.");
}

document.addEventListener("click", (event) => {
  const button = findTarget(event, "button[data-proof]");
  const { proof = "", shoe = "" } = button?.dataset ?? {};
  if (button) check(shoe, () => loadProof(proof), findBasis);
  const forget = findTarget(event, "button[data-forget]");
  if (!forget) return;
  forgetNotes(String(forget.dataset.forget));
  showProblem("This browser has forgotten its notes of the table. Load the page again to take new ones.");
});

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  const file = fields.get("proof");
  if (!(file instanceof File) || !file.size) {
    showProblem("Pick the file of a proof first.");
    return;
  }
  check(file.name, () => file.text(), (proof) => readBasis(proof, fields));
});

if (checker && globalThis.crypto?.subtle) {
  checker.hidden = false;
  for (const button of document.querySelectorAll("button[data-proof]")) button.removeAttribute("hidden");
  if (checker.dataset.notes) notesReady = noteCommitments(checker.dataset.notes);
}
