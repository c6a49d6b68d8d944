import { readFileSync } from 'node:fs';
import type { Language } from '../../../src/kernel/language/languages.js';

/** Languages of synthetic records. They stay the same if the service gets another language. */
export const SYNTHETIC_LANGUAGES = ['ca', 'en', 'es'] as const satisfies readonly Language[];
export type SyntheticLanguage = (typeof SYNTHETIC_LANGUAGES)[number];

type Words = Readonly<Record<SyntheticLanguage, readonly string[]>>;
type Text = Readonly<Record<SyntheticLanguage, string>>;

const vocabulary = JSON.parse(readFileSync(new URL('vocabulary.json', import.meta.url), 'utf8')) as Readonly<
  Record<'kinds' | 'themes' | 'venueKinds' | 'organizerKinds' | 'rootCategory', Text> & { sentences: Words }
>;

const split = (text: string): string[] => text.split(', ');
const wordsOf = ({ ca, en, es }: Text): Words => ({ ca: split(ca), en: split(en), es: split(es) });

/** Kinds and themes of events, and sentences of descriptions and excerpts. An index means the same in every language. */
export const KINDS = wordsOf(vocabulary.kinds);
export const THEMES = wordsOf(vocabulary.themes);
export const SENTENCES = vocabulary.sentences;

export const ROOT_CATEGORY_NAME = vocabulary.rootCategory;

export const VENUE_KINDS = wordsOf(vocabulary.venueKinds);
export const ORGANIZER_KINDS = wordsOf(vocabulary.organizerKinds);

const HEADS = split('ba, do, fe, gi, ko, lu, ma, ne, pi, ru');
const MIDDLES = split('la, ren, so, ti, vo, can, mi, del, ro, xu');
const TAILS = split('da, fol, gas, li, mer, nat, po, rin, sel, tu');

/** One thousand invented names in ASCII letters: words that few records share. */
export const NAMES: readonly string[] = HEADS.flatMap((head) =>
  MIDDLES.flatMap((middle) => TAILS.map((tail) => head.charAt(0).toUpperCase() + head.slice(1) + middle + tail)),
);

/**
 * Title of an event.
 * @example titleOf('Concert', 'havaneres', 'ca') // 'Concert d’havaneres'
 */
export function titleOf(kind: string, theme: string, language: SyntheticLanguage): string {
  if (language === 'en') return `${theme.charAt(0).toUpperCase()}${theme.slice(1)} ${kind}`;
  return language === 'ca' && /^[aeiouhàèéíòóú]/.test(theme) ? `${kind} d’${theme}` : `${kind} de ${theme}`;
}
