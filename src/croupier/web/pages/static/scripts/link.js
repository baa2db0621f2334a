// link.js: copies the link of a shared round, and saves its picture as PNG.
// Without it the link can be selected, and the picture is there as SVG.
// @ts-check
import { say } from "./page.js";

const PNG = "image/png";
const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-link]"));
const picture = /** @type {HTMLImageElement | null} */ (document.querySelector("[data-picture]"));
const copyButton = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-copy]"));
const saveButton = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-save]"));

async function copyLink() {
  if (!field || !copyButton) return;
  try {
    await navigator.clipboard.writeText(field.value);
    copyButton.textContent = "Copied";
    say("The link is copied");
  } catch {
    // Some browsers ask the person first, and the person may refuse.
    field.select();
    say("Copy the selected link");
  }
}

/**
 * Draw the picture as PNG.
 * @param {HTMLImageElement} image
 * @returns {Promise<Blob | null>}
 */
async function drawPng(image) {
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, PNG));
}

async function savePicture() {
  const drawn = picture ? await drawPng(picture) : null;
  if (!drawn) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(drawn);
  link.download = "round.png";
  link.click();
  URL.revokeObjectURL(link.href);
}

if (copyButton && field && isSecureContext) {
  copyButton.hidden = false;
  copyButton.addEventListener("click", copyLink);
}
if (saveButton) {
  saveButton.hidden = false;
  saveButton.addEventListener("click", savePicture);
}
