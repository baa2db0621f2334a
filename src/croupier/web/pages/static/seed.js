// seed.js: a player's own seed; its promise is worked out here, so that nobody else knows the seed.
// @ts-check

const promising = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-promise]"));
const showing = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-show]"));

/**
 * Several texts as bytes, each with its length in front.
 * @param {string[]} texts
 */
function parts(...texts) {
  const found = texts.map((one) => new TextEncoder().encode(one));
  const all = new Uint8Array(found.reduce((sum, one) => sum + 4 + one.length, 0));
  let at = 0;
  for (const one of found) {
    new DataView(all.buffer).setUint32(at, one.length);
    all.set(one, at + 4);
    at += 4 + one.length;
  }
  return all;
}

/** @param {HTMLFormElement} form */
const field = (form, /** @type {string} */ name) =>
  /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** @param {HTMLFormElement} form */
const kept = (form) => `seed/${form.dataset.stream}/${form.dataset.shoe}`;

if (promising && window.isSecureContext) {
  const form = promising;
  field(form, "own").closest("label")?.removeAttribute("hidden");
  field(form, "own").required = true;
  field(form, "promise").closest("label")?.setAttribute("hidden", "");
  field(form, "promise").required = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const seed = field(form, "own").value, { stream = "", shoe = "", player = "" } = form.dataset;
    const hash = await crypto.subtle.digest("SHA-256", parts("player seed", stream, shoe, player, seed));
    field(form, "promise").value = [...new Uint8Array(hash)].map((one) => one.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem(kept(form), seed);
    field(form, "own").disabled = true;
    form.submit();
  });
}
if (showing) field(showing, "own").value = sessionStorage.getItem(kept(showing)) ?? "";
