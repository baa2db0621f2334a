// sounds.js: cards and chips that can be heard, made here of filtered noise and short tones. Off at
// first; a player switches them on, and the browser keeps that.
// @ts-check

/** @type {AudioContext | undefined} */
let context;

export function isSoundOn() {
  return localStorage.getItem("sound") === "on";
}

/** @param {boolean} isOn */
function setSound(isOn) {
  localStorage.setItem("sound", isOn ? "on" : "off");
  showSwitches();
  if (isOn) playChip(0);
}

/** A browser lets a page sound only after somebody has pressed something. */
function getContext() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/**
 * Noise through a filter, which dies away.
 * @param {{after: number, seconds: number, frequency: number, loudness: number}} sound
 */
function playNoise({ after, seconds, frequency, loudness }) {
  const audio = getContext();
  const start = audio.currentTime + after;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency, Q: 0.8 });
  const gain = new GainNode(audio, { gain: loudness });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}

/** @param {number} after in seconds */
function playCard(after) {
  playNoise({ after, seconds: 0.09, frequency: 2600, loudness: 0.5 });
  playNoise({ after: after + 0.07, seconds: 0.03, frequency: 700, loudness: 0.6 });
}

/** @param {number} after in seconds */
function playChip(after) {
  const audio = getContext();
  for (const [delay, frequency] of [[0, 3100], [0.035, 4300]]) {
    const start = audio.currentTime + after + delay;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency });
    const gain = new GainNode(audio, { gain: 0.12 });
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.06);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.07);
  }
}

const MOST_CARDS = 8;
const CARD_SECONDS = 0.13;

/**
 * Sound what a new rendering brings: its cards one after the other, and chips that changed.
 * @param {Element} before
 * @param {Element} after
 * @param {number} cards how many are new
 */
export function playSounds(before, after, cards) {
  if (!isSoundOn() || document.hidden) return;
  for (let i = 0; i < Math.min(cards, MOST_CARDS); i++) playCard(i * CARD_SECONDS);
  const count = (/** @type {Element} */ main) => main.querySelectorAll(".stack use, .insured use").length;
  if (count(before) !== count(after)) playChip(cards ? Math.min(cards, MOST_CARDS) * CARD_SECONDS : 0);
}

/** @type {NodeListOf<HTMLButtonElement>} */
const switches = document.querySelectorAll("button[data-sound]");

/** A switch is in the bar and one below the table; without a script there is nothing to switch. */
function showSwitches() {
  for (const button of switches) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isSoundOn()));
  }
}

for (const button of switches) button.addEventListener("click", () => setSound(!isSoundOn()));
showSwitches();
