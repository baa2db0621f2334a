// seed.js: a player's own seed; its promise is worked out here, so that nobody else knows the seed.
// @ts-check
import { hash, joinValues, writeHex } from "./verifier.js";

const promiseForm = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-promise]"));
const seedForm = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-show]"));

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
    promise.value = writeHex(await hash(joinValues("player seed", stream, shoe, player, seed)));
    sessionStorage.setItem(makeStorageKey(form), seed);
    own.disabled = true;
    form.submit();
  });
}

if (promiseForm && isSecureContext) promiseSeeds(promiseForm);
if (seedForm) getField(seedForm, "own").value = sessionStorage.getItem(makeStorageKey(seedForm)) ?? "";
