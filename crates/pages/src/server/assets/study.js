/** The page of a study, which `huarong study` writes: instructions, puzzles with a log, and the data at the end. */
import { el, fill } from './dom.js';
import { downloadText } from './download.js';
import { LANGUAGES, NAMES, TAGS, preferred } from './language.js';
import { csv, run } from './trial.js';

/** @import { Language } from './language.js' */
/** @import { Stimulus, Trial } from './trial.js' */

/**
 * What the page asks of its folder: the object in the element `study` of the page, which the experimenter may change.
 * @typedef {object} Study
 * @property {string} title
 * @property {import('./api.js').Metric} metric
 * @property {boolean} shuffle
 * @property {string | null} post address that receives the data
 * @property {Record<Language, Record<string, string> & {instructions: string[]}>} texts
 * @property {Stimulus[]} stimuli
 */

/** @type {Study} */
const study = JSON.parse(document.getElementById('study')?.textContent ?? '{}');
const asked = new URLSearchParams(location.search);
const root = el('main', { id: 'page', class: 'study' });
let language = LANGUAGES.find((one) => TAGS[one] === asked.get('lang')) ?? preferred(navigator.languages);
document.body.append(root);

/** A text of the language, with values in place of names. @param {string} key @param {Record<string, unknown>} [values] */
function say(key, values = {}) {
  return String(study.texts[language][key]).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** @param {...import('./dom.js').Child} children */
function show(...children) {
  document.documentElement.lang = TAGS[language];
  fill(root, ...children);
  scrollTo(0, 0);
}

/** @param {string} id @param {string} text @param {() => void} does */
function button(id, text, does) {
  return el('button', { id, type: 'button', class: 'button primary', onclick: does }, text);
}

function begin() {
  const participant = el('input', { id: 'participant', name: 'participant', required: true, autocomplete: 'off', value: asked.get('participant') ?? '' });
  const languages = LANGUAGES.map((one) => el('button', {
    type: 'button', class: 'quiet', lang: TAGS[one], 'aria-pressed': String(one === language), onclick: () => {
      asked.set('participant', participant.value);
      language = one;
      begin();
    },
  }, NAMES[one]));
  const start = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (participant.value.trim() !== '') play(participant.value.trim());
  };
  show(el('div', { class: 'links' }, ...languages), el('h1', {}, study.title),
    ...study.texts[language].instructions.map((text) => el('p', {}, text)),
    el('form', { class: 'facts', onsubmit: start },
      el('label', { class: 'field' }, el('span', {}, say('participant')), participant),
      el('button', { id: 'begin', class: 'button primary' }, say('begin'))));
}

/** @param {string} participant */
async function play(participant) {
  const stimuli = study.shuffle ? study.stimuli.map((stimulus) => ({ stimulus, at: Math.random() })).sort((a, b) => a.at - b.at).map(({ stimulus }) => stimulus) : study.stimuli;
  const began = new Date().toISOString();
  /** @type {Trial[]} */
  const trials = [];
  const warn = (/** @type {Event} */ event) => event.preventDefault();
  addEventListener('beforeunload', warn);
  for (const [at, stimulus] of stimuli.entries()) {
    const place = el('div', { class: 'table any' });
    show(el('h1', {}, say('puzzle', { number: at + 1, all: stimuli.length })), place);
    const { columns, rows } = stimulus.description;
    place.style.setProperty('--shape', String((100 * columns + 60) / (100 * rows + 60)));
    const trial = await run(place, stimulus, { metric: study.metric, giveUp: say('giveUp'), restart: true });
    trials.push(trial);
    if (trial.solved) await new Promise((resolve) => {
      const next = button('next', say('next'), () => resolve(null));
      place.after(next);
      next.focus();
    });
  }
  removeEventListener('beforeunload', warn);
  finish({ study: study.title, participant, language: TAGS[language], began, ended: new Date().toISOString(), metric: study.metric, trials });
}

/** @param {{participant: string, trials: Trial[]} & Record<string, unknown>} data */
async function finish(data) {
  const state = el('p', { id: 'state', role: 'status' });
  const name = `${study.title} ${data.participant}`.replace(/[^\p{L}\p{N}]+/gu, '-');
  const json = JSON.stringify(data);
  show(el('h1', {}, say('thanks')), state, el('div', { class: 'links' },
    button('save-csv', say('saveCsv'), () => downloadText(`${name}.csv`, csv(data.participant, data.trials), 'text/csv')),
    button('save-json', say('saveJson'), () => downloadText(`${name}.json`, json, 'application/json'))));
  if (study.post === null) {
    state.textContent = say('hand');
    return;
  }
  state.textContent = say('sending');
  const sent = await fetch(study.post, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json }).catch(() => null);
  state.textContent = sent?.ok ? say('sent') : say('unsent');
}

begin();
