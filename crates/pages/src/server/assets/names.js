/** Names of openings, puzzles and pieces, as each language writes them, and the search for them. */
import { TAGS } from './language.js';
import { words } from './puzzle-words.js';
import { SHAPES, size } from './rules.js';
import { metrics, shapes, toneless } from './words.js';

/** @import { Name, Puzzle } from './api.js' */
/** @import { Language } from './language.js' */
/** @import { Piece, Rules } from './rules.js' */
/** @typedef {{text: string, lang: string}} Written a text, and the tag of its language */

/** Names of the classic start. */
const RED_DONKEY = [
  'Red Donkey', 'Klotski', 'Klotzki', "L'âne rouge", 'Hakoiri musume', '箱入り娘', 'Daughter in the box', 'Huarong Dao',
  'Huarong Pass', '華容道', '华容道', 'Cao Cao', 'Level 8',
];

/**
 * English names of openings, by slug. The first one is shown; a search finds all. The names of flowers are those of GNOME
 * Klotski.
 * @type {Record<string, readonly string[]>}
 */
const OPENINGS = {
  'heng-dao-li-ma': RED_DONKEY,
  'jiang-shou-jiao-lou': ['Guards in the Corner Towers', 'Calm Command'],
  'jiang-yong-cao-ying': ['Generals Crowd the Camp'],
  'qi-tou-bing-jin': ['Advance Abreast'],
  'bing-fen-san-lu': ['Troops on Three Roads'],
  'yu-sheng-xi-li': ['Pattering Rain'],
  'zuo-you-bu-bing': ['Troops Left and Right', 'Troops at the Camp'],
  'tao-hua-yuan-zhong': ['In the Peach Garden'],
  'yi-lu-jin-jun': ['Marching All the Way'],
  'yi-lu-shun-feng': ['Fair Wind All the Way'],
  'wei-er-bu-jian': ['Surrounded but Not Destroyed'],
  'jie-zu-xian-deng': ['The Swift Arrive First'],
  'cha-chi-nan-fei': ['No Escape Even with Wings'],
  'shou-kou-ru-ping': ['Lips Sealed'],
  'chong-chong-bao-wei': ['Ring upon Ring', 'Two Generals Block the Road'],
  'heng-ma-dang-guan': ['Horse across the Pass'],
  'ceng-ceng-she-fang': ['Line after Line of Defence', 'Trail'],
  'bing-jiang-lian-fang': ['Soldiers and Generals Defend Together', 'Ambush'],
  'tun-bing-dong-lu': ['Camp on the East Road'],
  'san-jun-lian-fang': ['Three Armies Defend Together'],
  'jia-dao-cang-bing': ['Soldiers Hidden along the Road'],
  'shui-xie-bu-tong': ['Watertight'],
  'bi-yi-heng-kong': ['Wing to Wing across the Sky'],
  'jing-di-zhi-wa': ['The Frog in the Well'],
  'feng-hui-lu-zhuan': ['Winding Road among Peaks'],
  'shi-ba-bu': ['Only 18 Steps', 'Eighteen Steps'],
};

/** Other names of puzzles, by id. @type {Record<string, readonly string[]>} */
const PUZZLES = {
  'lane-rouge': ["L'ane rouge", ...RED_DONKEY, '橫刀立馬', '横刀立马', 'Heng dao li ma'],
  'donkey-winning-ways': ['The Donkey (Winning Ways)', ...RED_DONKEY, '橫刀立馬', '横刀立马', 'Heng dao li ma'],
};

/**
 * The name of an opening by which its readers know it: an English name for English readers, or pinyin.
 * @param {Language} language
 * @param {Name} name
 */
export function openingName(language, name) {
  if (language === 'en') {
    const [english] = OPENINGS[name.slug] ?? [];
    return english === undefined ? pinyin(name) : { text: english, lang: TAGS.en };
  }
  return { text: language === 'hans' ? name.simplified : name.name, lang: TAGS[language] };
}

/**
 * The other name, shown beside the first: Chinese for English readers, pinyin for Chinese readers. A start with an English
 * name has its pinyin here.
 * @param {Language} language
 * @param {Name} name
 */
export function otherName(language, name) {
  if (language !== 'en') return pinyin(name);
  const text = name.slug in OPENINGS ? `${name.name}, ${pinyin(name).text}` : name.name;
  return { text, lang: TAGS.hant };
}

/** @param {Name} name */
function pinyin({ name, slug }) {
  // Some programs number their starts. The slug adds the program.
  const [, program] = /^level-\d+-(.*)$/.exec(slug) ?? [];
  if (program !== undefined) return { text: `${name} (${capitals(program)})`, lang: TAGS.en };
  const text = slug.replaceAll('-', ' ');
  return { text: text.charAt(0).toUpperCase() + text.slice(1), lang: 'zh-Latn' };
}

/** Words that hyphens join, each with a capital: `simon-hung` is `Simon Hung`. @param {string} words */
function capitals(words) {
  return words.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** The id of a record holder of the census: its board, and its number of pieces. */
const CENSUS = /^census-(\d+)x(\d+)-(\d+)-/;

/** The id of a level with doors: its number. */
const DOORS = /^doors-0*(\d+)$/;

/** The id of a record of Rush Hour: its board, and its number of pieces or walls. */
const RUSH = /^rush-(\d+)x(\d+)-(\d+)(-walls)?-/;

/** The group of a puzzle of the library; null for those of books and other programs. @param {Pick<Puzzle, 'id'>} puzzle */
export function groupOf({ id }) {
  const groups = /** @type {const} */ ([['doors', DOORS], ['census', CENSUS], ['rush-records', RUSH], ['rush', /^rush-/]]);
  return groups.find(([, ids]) => ids.test(id ?? ''))?.[0] ?? null;
}

/** The name of a Rush Hour board in one line. @param {Language} language @param {Puzzle} puzzle */
export function boardName(language, { columns, rows }) {
  return { text: words[language].rush.boardName(`${columns}×${rows}`), lang: TAGS[language] };
}

/**
 * The name of a puzzle. Puzzle files have English names; those of records describe the puzzle, in every language.
 * @param {Language} language
 * @param {Puzzle} puzzle
 */
export function puzzleName(language, { id, name, published }) {
  const [, level] = DOORS.exec(id ?? '') ?? [];
  if (level !== undefined) return { text: words[language].doorsLevel(Number(level)), lang: TAGS[language] };
  const [, columns, rows, count, walls] = CENSUS.exec(id ?? '') ?? RUSH.exec(id ?? '') ?? [];
  if (language === 'en' || count === undefined) return { text: name, lang: 'en' };
  const t = words[language];
  const board = `${columns}×${rows}`;
  const names = published.flatMap(({ metric }) => (metric === null ? [] : [metrics[language][metric].name])).join(t.comma);
  const text = !RUSH.test(id ?? '') ? t.hardestOf(board, Number(count), names)
    : walls === undefined ? t.rush.longestOfCars(board, Number(count), names)
      : t.rush.longestOfWalls(board, Number(count), names);
  return { text, lang: TAGS[language] };
}

/**
 * The name of a piece, by its shape, its sign or its size.
 * @param {Language} language
 * @param {Rules} rules
 * @param {string} shape
 */
export function pieceName(language, rules, shape) {
  const name = rules.isFamily ? SHAPES[Number(shape)] : undefined;
  if (name) return shapes[language][name];
  const kind = rules.kind(shape);
  const { width, height } = size(kind);
  // On a board with doors, all pieces show the sign of their kind.
  return words[language].pieceName(rules.puzzle.doors ? kind.signs.slice(0, 1) : kind.signs, `${width}×${height}`);
}

/**
 * The name of a piece of some with its directions, its place, and what doors have to do with it.
 * @param {Language} language
 * @param {Rules} rules
 * @param {Piece} piece
 * @param {readonly Piece[]} pieces
 */
export function pieceLabel(language, rules, { shape, column, row }, pieces) {
  const { piece, lockedName, frozen, becomes, separator } = words[language];
  const waits = rules.waitsFor(pieces, shape);
  const below = rules.layerBelow(shape);
  return [
    piece(lockedName(pieceName(language, rules, shape), rules.kind(shape).freedom), column + 1, row + 1),
    ...(below === undefined ? [] : [becomes(pieceName(language, rules, below))]),
    ...(waits > 0 ? [frozen(waits)] : []),
  ].join(separator);
}

/**
 * The doors in words, each with its owners. Doors on one side that are alike are named together.
 * @param {Language} language
 * @param {Rules} rules
 * @param {readonly Piece[]} pieces
 */
export function doorLabels(language, rules, pieces) {
  const { columns, rows, doors } = rules.puzzle;
  const t = words[language];
  /** @type {Map<string, {side: keyof typeof t.beside | null, owners: string, waits: number, lines: number[], place: string}>} */
  const groups = new Map();
  for (const { at: [column, row], owners, opens_after } of doors?.doors ?? []) {
    const side = column === 0 ? 'left' : column > columns ? 'right' : row === 0 ? 'top' : row > rows ? 'bottom' : null;
    const shown = [...new Set(owners.map((sign) => rules.kind(rules.shapeOf(sign) ?? '').signs[0]))].join(' ');
    const waits = Math.max(opens_after - rules.left(pieces), 0);
    const place = t.place(column, row);
    const key = [side ?? place, shown, waits].join();
    const group = groups.get(key) ?? { side, owners: shown, waits, lines: [], place };
    group.lines.push(side === 'left' || side === 'right' ? row : column);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ side, owners, waits, lines, place }) => t.door(owners, side ? t.beside[side](lines) : place, waits));
}

/**
 * Normalises a text for search: letters and digits only, in lower case, without tone marks and leading zeros.
 * @param {string} text
 */
export function fold(text) {
  return toneless(text).toLowerCase().replace(/(?<!\p{N})0+(?=\p{N})|[^\p{L}\p{N}]/gu, '');
}

/**
 * A test of whether a normalised text contains the search text, or the slug or id of an entry that has such a name.
 * @param {string} asked
 * @returns {(text: string) => boolean} the parts of the text are joined by `|`
 */
export function finds(asked) {
  const wanted = fold(asked);
  // Punctuation alone matches nothing.
  if (wanted === '') return () => asked.trim() === '';
  const named = new Set([...Object.entries(OPENINGS), ...Object.entries(PUZZLES)]
    .filter(([, names]) => names.some((name) => fold(name).includes(wanted)))
    .map(([entry]) => fold(entry)));
  return (text) => text.includes(wanted) || (named.size > 0 && text.split('|').some((part) => named.has(part)));
}

/**
 * A position, in any notation or as a name, as the service reads it: it knows Chinese names and pinyin without tones.
 * @param {string} text
 */
export function positionText(text) {
  const wanted = fold(text);
  const [slug] = Object.entries(OPENINGS).find(([, names]) => names.some((name) => fold(name) === wanted)) ?? [];
  return slug ?? toneless(text);
}
