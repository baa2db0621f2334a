// page.js: what every page does with a script: clauses open where one stands, keys press buttons.
// Without it every link and form works all the same.
// @ts-check

const card = /** @type {HTMLElement | null} */ (document.getElementById("clause-card"));

/**
 * Open a clause beside its mark, instead of going to its page.
 * @param {HTMLAnchorElement} mark
 */
async function explain(mark) {
  if (!card || !card.showPopover) { location.href = mark.href; return; }
  const answer = await fetch(mark.href, { headers: { "Croupier-Part": "card" } });
  if (!answer.ok) { location.href = mark.href; return; }
  card.innerHTML = await answer.text();
  card.showPopover();
  const at = mark.getBoundingClientRect();
  const size = card.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left - size.width / 2), innerWidth - size.width - 8);
  const below = at.bottom + 8 + size.height < innerHeight;
  card.style.margin = "0";
  card.style.left = `${left}px`;
  card.style.top = `${below ? at.bottom + 8 : Math.max(8, at.top - size.height - 8)}px`;
}

document.addEventListener("click", (event) => {
  const mark = event.target instanceof Element ? event.target.closest("a[data-clause]") : null;
  if (!mark || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  explain(/** @type {HTMLAnchorElement} */ (mark));
});

/**
 * Say something to those who listen to the page.
 * @param {string} words
 */
export function say(words) {
  const region = document.getElementById("said");
  if (!region || !words || region.lastElementChild?.textContent === words) return;
  const line = document.createElement("p");
  line.textContent = words;
  region.append(line);
  while (region.childElementCount > 5) region.firstElementChild?.remove();
}

/**
 * Whether keys belong to a field, and not to the page.
 * @param {EventTarget | null} target
 */
export function typing(target) {
  return target instanceof HTMLElement
    && target.matches("input:not([type=radio], [type=checkbox]), textarea, select");
}

/**
 * Ask somebody whose session is over to sign in again, without leaving the page.
 * @returns {Promise<boolean>} whether they did
 */
export function signInAgain() {
  const door = /** @type {HTMLDialogElement} */ (document.getElementById("door"));
  const form = /** @type {HTMLFormElement} */ (door.querySelector("form"));
  const problem = /** @type {HTMLElement} */ (door.querySelector(".problem"));
  door.showModal();
  return new Promise((settle) => {
    door.onclose = () => settle(false);
    form.onsubmit = async (event) => {
      if (/** @type {HTMLElement} */ (event.submitter)?.getAttribute("formmethod") === "dialog") return;
      event.preventDefault();
      const body = new URLSearchParams();
      for (const [name, value] of new FormData(form)) body.append(name, String(value));
      const answer = await fetch("/sign-in", { method: "POST", body });
      if (answer.ok) { settle(true); door.onclose = null; door.close(); return; }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      problem.textContent = page.querySelector(".problem")?.textContent ?? "That did not work.";
      problem.hidden = false;
    };
  });
}

/** Resolved while nothing on the page is pressed. */
let atRest = Promise.resolve();
const LONGEST_PRESS = 5_000;

// A button that is replaced between press and release gets no click: who pressed it would be ignored.
document.addEventListener("pointerdown", () => {
  atRest = new Promise((done) => {
    // The click comes after the release, and before this.
    const over = () => setTimeout(done);
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, over, { once: true });
    setTimeout(done, LONGEST_PRESS);
  });
});

/** Wait with a new rendering until what is being pressed was released. */
export function released() { return atRest; }

/** @type {((key: string) => boolean) | null} */
let elsewhere = null;

/**
 * Have a page answer keys that no button has.
 * @param {(key: string) => boolean} answer
 */
export function answerKeys(answer) { elsewhere = answer; }

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (event.repeat && !event.key.startsWith("Arrow")) return;
  if (document.querySelector("dialog[open]") && event.key !== "Escape") return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Enter" && event.target instanceof Element && event.target.closest("a, button")) return;
  const found = [...document.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === key);
  if (found instanceof HTMLElement) {
    event.preventDefault();
    found.click();
  } else if (elsewhere && elsewhere(key)) {
    event.preventDefault();
  } else if (key === "?") {
    document.querySelector(".keys")?.scrollIntoView({ block: "nearest" });
  }
});

/**
 * A line under the bar of the page: there is one of each kind, and an empty one goes away.
 * @param {string} kind
 * @param {string} words
 */
export function notice(kind, words) {
  const line = document.getElementById(kind) ?? document.createElement("p");
  if (!words) { line.remove(); return; }
  line.id = kind;
  line.className = "lost";
  line.setAttribute("role", "status");
  line.textContent = words;
  if (!line.isConnected) document.querySelector("header.bar")?.after(line);
}

// Who wants to be reminded of the time is, at each multiple of the minutes that they have set. The
// server is asked once for each page; asking it again and again would keep a session from ending.
const MINUTE = 60_000;
async function remind() {
  const answer = await fetch("/api/session").catch(() => null);
  if (!answer?.ok) return;
  const who = await answer.json();
  const every = who["reminder-minutes"];
  if (every) tellTheTime(every, performance.now() - who.minutes * MINUTE);
}

/**
 * @param {number} every how many minutes
 * @param {number} since when, by the page's clock
 */
function tellTheTime(every, since) {
  const minutes = Math.floor((performance.now() - since) / MINUTE);
  const times = Math.floor(minutes / every);
  if (times && Number(sessionStorage.getItem("reminded")) !== times) {
    sessionStorage.setItem("reminded", String(times));
    notice("reminder", `You have been signed in for ${minutes} minutes. You asked for this reminder.`);
  }
  setTimeout(() => tellTheTime(every, since), Math.max(1000, since + (times + 1) * every * MINUTE - performance.now()));
}
if (document.querySelector("[data-purse]")?.textContent) remind();
