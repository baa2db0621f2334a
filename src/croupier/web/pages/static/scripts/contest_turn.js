// contest_turn.js: at a table of a tournament, chips add up to the wager before it is laid.
// @ts-check
import { findTarget } from "./page.js";

document.addEventListener("click", (event) => {
  const chip = findTarget(event, "[data-add]");
  const field = document.querySelector("#turning input[name=amount]");
  if (!chip || !(field instanceof HTMLInputElement)) return;
  const cents = Number(chip.dataset.add);
  const amount = Number(field.value.replace(",", ""));
  field.value = cents ? String((field.dataset.fresh === "no" ? amount : 0) + cents / 100) : "";
  field.dataset.fresh = cents ? "no" : "";
});
document.addEventListener("input", (event) => {
  const field = findTarget(event, "#turning input[name=amount]");
  if (field) field.dataset.fresh = "no";
});
