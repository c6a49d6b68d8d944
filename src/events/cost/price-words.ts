import type { Language } from '../../kernel/language/languages.js';

interface PriceWords {
  /** Mean that an event costs nothing. */
  readonly free: readonly string[];
  /** Connect or announce prices, in singular and plural. */
  readonly connecting: readonly string[];
}

/** The words of costs by language. Costs are read with the words of all languages. */
const PRICE_WORDS: Readonly<Partial<Record<Language, PriceWords>>> = {
  ca: {
    free: ['gratuït', 'gratuit', 'gratuïta', 'de franc', 'entrada lliure', 'entrada gratuïta'],
    connecting: ['de', 'des de', 'a', 'fins a', 'i', 'o', 'preu', 'preus', 'entrada', 'entrades'],
  },
  en: {
    free: ['free', 'free entry', 'free admission'],
    connecting: ['from', 'to', 'until', 'and', 'or', 'price', 'prices', 'ticket', 'tickets'],
  },
  es: {
    free: ['gratis', 'gratuito', 'gratuita', 'entrada libre', 'entrada gratuita'],
    connecting: ['de', 'desde', 'a', 'hasta', 'y', 'o', 'precio', 'precios', 'entrada', 'entradas'],
  },
};

/** All blanks of a run, never fewer: with fewer, a long run would take quadratic time. */
const BLANKS = String.raw`\s*(?!\s)`;
const FREE = anyOf('free');
/** A word with its colon or dash (`Price: 15 €`, `Price – 15 €`). A dash directly before a number is a minus sign. */
const WORD = String.raw`(?:(?!${FREE})${anyOf('connecting')}(?:\s*:|\s+[-–—](?=\s))?${BLANKS})`;
/** Blanks with a line break separate prices, too. They match from their first blank only, which bounds the time. */
const SEPARATOR = String.raw`(?:[-–—/;|]|,(?=\s)|(?<!\s)(?=\s*?[\r\n]))${BLANKS}`;
/** An amount with or without a symbol, code or short name before it, or a word for free. */
const PRICE_START = String.raw`(?=[^\s\d]{0,20}\s*\d|${FREE})`;

/**
 * Matches what is between the prices of a text, before the first and behind the last one. Separators are between prices
 * only, so the minus sign of `-5` is not one. At most five words are in a row, which bounds the time of a match. Words
 * in the name of a currency (`dólares de Trinidad y Tobago`) do not match: no price follows them.
 */
export const PRICE_CONNECTOR = new RegExp(
  `(?:(?!^)${SEPARATOR}${WORD}{0,5}|${WORD}{1,5})${PRICE_START}|${WORD}{1,5}$`,
  'iu',
);

/** Matches a text that is a word for free and nothing else. */
export const FREE_PATTERN = new RegExp(`^${FREE}$`, 'iu');

/** The pattern of a whole word or phrase of any language. */
function anyOf(type: keyof PriceWords): string {
  // Each word once: repeated alternatives would take exponential time.
  const words = new Set(Object.values(PRICE_WORDS).flatMap((each) => each[type]));
  return String.raw`(?<![\p{L}\p{N}])(?:${[...words].join('|').replaceAll(' ', String.raw`\s+`)})(?![\p{L}\p{N}])`;
}
