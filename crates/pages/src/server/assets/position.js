/** The board page: play a position, and see what is known about it. */
import { kept, replaceAddress } from './address.js';
import { ApiError, decoded, get, getOnce, query } from './api.js';
import { decorate, el, fill } from './dom.js';
import { START } from './family.js';
import { Game } from './game.js';
import { icon } from './icons.js';
import { pieceWords } from './lists.js';
import { openingName, positionText } from './names.js';
import { words as packWords, longDate } from './packs-words.js';
import {
  DAILY, LEVELS, dayHref, drawnHref, firstUnsolved, isDate, isGraded, isLevel, isPackName, items, packPlace, puzzlesOf, random, today,
} from './pack-list.js';
import { reasons } from './notice.js';
import { words as dictionary } from './position-words.js';
import * as view from './position-view.js';
import { Source } from './puzzle-source.js';
import { EMPTY, SHAPES, klotski } from './rules.js';
import { sizeChart } from './size-chart.js';
import { harder } from './solved.js';
import { passing } from './store.js';
import { Answers, Table } from './table.js';
import { WhereCard } from './where.js';
import { metricOf, shell } from './words.js';

/** @import { Position } from './api.js' */
/** @import { Context } from './words.js' */

/** @typedef {Pick<Position, 'position' | 'piece_set'>} Opened */

/** The key of the game last played in this tab. It survives reloads and other pages. */
const GAME = 'huarong.game';

const SOURCE = Source.ofFamily();

/**
 * A position in plain notation with its piece set; null if the text is something else.
 * @param {string} text
 * @returns {Opened | null}
 */
function plain(text) {
  const pieces = klotski.parse(text);
  const [big, horizontal, vertical, small] = SHAPES.map((_, kind) => pieces?.filter(({ shape }) => shape === String(kind)).length);
  const isInFamily = big === 1 && text.split(EMPTY).length > 2;
  return isInFamily ? { position: text, piece_set: `${horizontal}h${vertical}v${small}s` } : null;
}

/** The answers outlive the page. @type {Answers<Position>} */
const ANSWERS = new Answers((p, signal) => get('/api/v1/position', { p }, signal));

/** The position that an address asks for. @param {URL} url @param {Context} context */
async function askedPosition({ pathname, searchParams }, { language, signal }) {
  const [, opening] = /^\/openings\/([^/]+)$/.exec(pathname) ?? [];
  const named = searchParams.get('p') ?? (opening && decoded(opening));
  if (named) return positionText(named);
  const pack = searchParams.get('pack');
  const date = searchParams.get('date');
  if (isGraded && isLevel(pack)) return random(pack, signal);
  if (isGraded && pack === DAILY) return (await puzzlesOf(isDate(date) ? date : today(), signal))[0]?.start ?? START;
  const last = Game.of(passing.read(GAME))?.position;
  if (last || pathname !== '/') return last || START;
  // The classic start is too hard for a first visit.
  const first = await items('first-steps', language).then(firstUnsolved, () => null);
  if (first) passing.write(GAME, new Game(first.key).kept);
  return first?.key ?? START;
}

/** @type {import('./words.js').Page['render']} */
export async function render(root, url, context) {
  try {
    const asked = await askedPosition(url, context);
    // The board is there before the answer.
    const opened = plain(asked) ?? await ANSWERS.ask(asked, context.signal);
    await play(root, context, opened, url.searchParams);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) throw error;
    fill(root, unread(context, error));
  }
}

/** @param {Context} context @param {ApiError} error */
function unread(context, error) {
  const words = context.t(dictionary);
  return el('div', { class: 'notice', role: 'alert' },
    el('h1', {}, words.unread),
    el('p', {}, ...reasons(context.language, error)),
    el('div', { class: 'row' },
      el('a', { class: 'button', href: '/editor' }, words.toEditor),
      el('a', { class: 'button', href: `/position${query({ p: START })}` }, words.toStart)));
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @param {Opened} opened
 * @param {URLSearchParams} asked parameters of the address
 */
async function play(root, context, opened, asked) {
  const { language, signal } = context;
  const words = context.t(dictionary);
  const packs = context.t(packWords);
  const { position } = opened;
  const { game, isDamaged } = Game.open(position, position, asked, [kept()['game'], passing.read(GAME)]);
  const metric = metricOf(asked.get('metric'));
  const pack = asked.get('pack');
  const date = isDate(asked.get('date')) ? asked.get('date') ?? '' : today();
  // A puzzle that was drawn stays the same when the page is loaded again.
  if (!asked.has('p') && pack !== null && isPackName(pack)) {
    replaceAddress(`/position${query({ p: game.position, metric: asked.get('metric'), pack, date: pack === DAILY ? date : null })}`);
  }
  const set = opened.piece_set;
  const head = el('div', { class: 'play-head' });
  const kicker = el('p', { class: 'kicker' });
  /** @type {import('./api.js').Name[]} */
  let named = [];
  let heading = isGraded && pack === DAILY && date <= today() ? packs.dailyOf(longDate[language](date)) : isLevel(pack) ? packs.drawn[pack] : null;
  const title = el('div', {}, el('h1', {}, heading ?? words.position));
  const setLine = el('p', { class: 'muted small' });
  const toSet = el('a', { id: 'to-set', class: 'button' }, words.allMetrics);
  const where = new WhereCard(context, {
    words, source: SOURCE, name: set, link: toSet,
    load: async (p, signal) => {
      const [{ size, positions, solvable }, { histogram, component_sizes }] = await Promise.all(
        [get('/api/v1/component', { p }, signal), getOnce(`/api/v1/sets/${set}`)]);
      const text = words.component(size, positions) + (solvable ? '' : words.dead);
      return { size, histogram, text, chart: sizeChart(language, component_sizes, positions, size) };
    },
  });
  const links = el('div', { class: 'links analysed' });

  /** @type {Table<Position>} */
  const table = new Table(root, context, {
    words, rules: klotski, game, metric, answers: ANSWERS, file: 'klotski',
    name: () => heading ?? (named[0] ? openingName(language, named[0]).text : words.position),
    source: SOURCE, link, startKey: game.start, keepsBest: true, isDamaged,
    keep: (kept) => passing.write(GAME, kept),
    layout: () => {
      fill(head, kicker, title, el('p', { class: 'intro' }, words.intro));
      fill(table.side,
        table.error, table.review.element, chooser(context), table.distances(setLine), table.moves, where.element,
        table.difficulty.element, el('div', { class: 'analysed' }, table.solution.element), links, table.keys());
      return el('div', { class: 'play' }, head, table.stage().element, table.side);
    },
    placed: (place) => {
      if (!place) return;
      const isFirst = place.pack === 'first-steps';
      if (isFirst) showTitle(place.name.text);
      fill(kicker, el('a', { href: `/packs#${packPlace(place.pack)}` },
        isFirst ? packs.all(place.count) : packs.place(packs.packs[place.pack], place.number, place.count)));
    },
    more: { href: '/packs', text: shell[language].exists.pack },
    harder: (result) => harder(language, result, game.start, set),
    asking: () => {},
    answered: (answer) => {
      if (!answer) return;
      const [opening] = answer.names.map((name) => openingName(language, name));
      fill(setLine, `${words.pieceSet} `, el('a', { href: `/atlas/${set}` }, words.setWithPieces(set, pieceWords(language, set))),
        opening && game.position !== game.start && el('span', {}, ` · ${words.nowAt} `, el('span', { lang: opening.lang }, opening.text)));
      const editor = `/editor${query({ p: answer.position })}`;
      fill(links,
        el('a', { class: 'button', href: editor }, icon('edit'), words.edit),
        el('a', { class: 'button', href: `${editor}#notations` }, words.notations),
        answer.mirror === null ? null
          : el('a', { class: 'button', href: `/position${query({ p: answer.mirror })}` }, icon('mirror'), words.mirror));
      decorate(toSet, { href: `/atlas/${set}${query({ p: answer.position })}` });
      where.show(answer, table.metric);
    },
    started: ({ names }) => {
      named = names;
      showTitle();
    },
  });

  /**
   * The link to an opening is its own page, which has a preview in other programs.
   * @param {Record<string, string | null>} params
   */
  function link({ p = null, ...params }) {
    const [name] = named;
    const isOpening = name !== undefined && p === game.start && !params['moves'];
    return isOpening ? `/openings/${name.slug}${query(params)}` : SOURCE.href({ p, ...params });
  }

  /** @param {string | null} [text] replaces the name */
  function showTitle(text = heading) {
    heading = text;
    fill(title, ...view.heading(words, language, named, heading));
    const [name] = named;
    const shown = heading ?? (name && openingName(language, name).text);
    if (shown) document.title = `${shown} – ${document.title.split(' – ').pop()}`;
  }

  await table.open();
  if (signal.aborted) return;
  if (table.answer?.is_goal) table.showSolved();
}

/** Links to other puzzles. @param {Context} context */
function chooser({ t }) {
  const packs = t(packWords);
  const link = (/** @type {string} */ href, /** @type {string} */ text) => el('a', { class: 'button', href }, text);
  return el('nav', { class: 'chooser', 'aria-label': packs.nav },
    el('div', { class: 'links' },
      link(dayHref(null), packs.today), link('/packs', t(shell).exists.pack)),
    isGraded && el('div', { class: 'links' },
      el('span', { class: 'muted small' }, packs.random),
      ...LEVELS.map((level) => link(drawnHref(level), packs.levels[level]))));
}
