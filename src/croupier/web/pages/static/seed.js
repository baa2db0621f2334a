// seed.js: a player's own seed; its promise is worked out here, so that nobody else knows the seed.
// @ts-check

const promiseForm = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-promise]"));
const seedForm = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-show]"));

/**
 * Join texts as bytes, each with its length in front.
 * @param {string[]} texts
 */
function joinTexts(...texts) {
  const parts = texts.map((text) => new TextEncoder().encode(text));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    new DataView(bytes.buffer).setUint32(offset, part.length);
    bytes.set(part, offset + 4);
    offset += 4 + part.length;
  }
  return bytes;
}

/** @param {ArrayBuffer} hash */
function writeHex(hash) {
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function getField(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/** @param {HTMLFormElement} form */
function makeStorageKey(form) {
  return `seed/${form.dataset.stream}/${form.dataset.shoe}`;
}

/**
 * Let a seed be typed in place of its promise, and send the promise.
 * @param {HTMLFormElement} form
 */
function promiseSeeds(form) {
  const own = getField(form, "own");
  const promise = getField(form, "promise");
  own.closest("label")?.removeAttribute("hidden");
  own.required = true;
  promise.closest("label")?.setAttribute("hidden", "");
  promise.required = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const seed = own.value;
    const { stream = "", shoe = "", player = "" } = form.dataset;
    const bytes = joinTexts("player seed", stream, shoe, player, seed);
    promise.value = writeHex(await crypto.subtle.digest("SHA-256", bytes));
    sessionStorage.setItem(makeStorageKey(form), seed);
    own.disabled = true;
    form.submit();
  });
}

if (promiseForm && isSecureContext) promiseSeeds(promiseForm);
if (seedForm) getField(seedForm, "own").value = sessionStorage.getItem(makeStorageKey(seedForm)) ?? "";
