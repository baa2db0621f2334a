// @ts-check
// The sum of the chips in a form, while one types. Without it the server adds them up all the same.

const sum = document.querySelector("[data-chip-sum]");
const fields = [...document.querySelectorAll("input[data-chip]")];

/** Show what the chips that are typed so far are worth. */
function show() {
  let cents = 0;
  for (const field of fields) {
    if (field instanceof HTMLInputElement) {
      cents += Number(field.dataset.chip) * (Number.parseInt(field.value, 10) || 0);
    }
  }
  if (sum instanceof HTMLElement) {
    const dollars = (cents / 100).toLocaleString("en-AU", {
      minimumFractionDigits: cents % 100 ? 2 : 0,
    });
    sum.hidden = false;
    sum.textContent = `Together $${dollars}`;
  }
}

if (fields.length) {
  for (const field of fields) {
    field.addEventListener("input", show);
  }
  show();
}
