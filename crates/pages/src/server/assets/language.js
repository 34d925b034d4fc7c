/** The languages of the pages: which one a browser prefers, and how each writes numbers. */

/** @typedef {'en' | 'hant' | 'hans'} Language English, Traditional Chinese, Simplified Chinese */

/** The tag of each language, for attributes and for `Intl`. @type {Record<Language, string>} */
export const TAGS = { en: 'en', hant: 'zh-Hant', hans: 'zh-Hans' };

/** What each language calls itself. @type {Record<Language, string>} */
export const NAMES = { en: 'English', hant: '繁體中文', hans: '简体中文' };

export const LANGUAGES = /** @type {Language[]} */ (Object.keys(TAGS));

/**
 * The first language of a browser that the pages have; English if they have none.
 * @param {readonly string[]} tags
 * @returns {Language}
 */
export function preferred(tags) {
  for (const tag of tags) {
    // The script follows from the region: Traditional in Taiwan, Hong Kong and Macao, otherwise Simplified.
    const { language, script } = new Intl.Locale(tag).maximize();
    if (language === 'zh') return script === 'Hant' ? 'hant' : 'hans';
    if (language === 'en') return 'en';
  }
  return 'en';
}

/**
 * One formatter for each language.
 * @param {Intl.NumberFormatOptions} [options]
 * @returns {Record<Language, (value: number | bigint) => string>}
 */
function formats(options) {
  const format = (/** @type {Language} */ language) => new Intl.NumberFormat(TAGS[language], options).format;
  return { en: format('en'), hant: format('hant'), hans: format('hans') };
}

/** Writes a number with separators. */
export const number = formats();

/** Writes a mean with two decimals. */
export const decimal = formats({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

const WHOLE = formats({ style: 'percent' });
const TENTHS = formats({ style: 'percent', maximumFractionDigits: 1 });

/**
 * A share from 0 to 1 as a percentage. Only all is 100%, and only nothing is 0%.
 * @param {Language} language
 * @param {number} share
 */
export function percent(language, share) {
  const tenths = TENTHS[language];
  if (share > 0 && share < 0.001) return `<${tenths(0.001)}`;
  if (share > 0.999 && share < 1) return `>${tenths(0.999)}`;
  return share < 0.1 || share > 0.99 ? tenths(share) : WHOLE[language](share);
}

const ENGLISH = new Intl.PluralRules('en');

/**
 * The English form that agrees with a number.
 * @param {number} count
 * @param {string} one
 * @param {string} other
 */
export function agree(count, one, other) {
  return ENGLISH.select(count) === 'one' ? one : other;
}

/**
 * An English noun with its number: `1 position`, `2,345 positions`.
 * @param {number} count
 * @param {string} one
 * @param {string} [other]
 */
export function counted(count, one, other = `${one}s`) {
  return `${number.en(count)} ${agree(count, one, other)}`;
}
