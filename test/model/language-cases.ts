import { cartesianProduct, LANGUAGE_SETS, LANGUAGES, type Language } from '../support/languages/languages.js';
import { newEvent, newPublication } from './publishing.js';
import { isTermKind, PATHS, recordsOf } from './records.js';
import type { AnyRecord, KindName, ModelState, User } from './records.js';
import type { Fields } from './requests.js';

export const KINDS = Object.keys(PATHS) as KindName[];

/**
 * Each set of languages of a record with each requested language. `pickIndex` is for {@link pick}: the next set and the next language both get
 * the next item.
 */
export const CASES = cartesianProduct(LANGUAGE_SETS, LANGUAGES).map(([recordLanguages, language], index) => {
  const setIndex = LANGUAGE_SETS.indexOf(recordLanguages);
  return { index, recordLanguages, language, setIndex, pickIndex: setIndex + LANGUAGES.indexOf(language) };
});
export type Case = (typeof CASES)[number];

/** The item at an index, modulo the length. */
export const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

export const idOf = (kind: KindName, { index }: Pick<Case, 'index'>): number =>
  1000 * (1 + KINDS.indexOf(kind)) + index;

const textsOf = (kind: KindName, language: Language, id: number) => ({
  title: `Nom${language} ${id}`,
  description: `<p>Text${language} ${id}</p>`,
  excerpt: kind === 'event' ? `<p>Resum${language} ${id}</p>` : '',
  slug: `slug${language}-${id}`,
});

/** Words that occur in one text of one language, and pairs of words of one or two languages. */
export const SEARCHES = [
  ...LANGUAGES.flatMap((language) => ['Nom', 'Text', 'Resum', 'slug'].map((word) => word + language)),
  ...LANGUAGES.flatMap((one) => LANGUAGES.map((other) => `Nom${one} Text${other}`)),
].map((search) => ({ search }));

/** A record of each kind for each case. Each event links records of one kind, one for each set of languages. */
export function everyRecord(state: ModelState): AnyRecord[] {
  const { now } = state;
  const context = { state, user: state.users[0] as User, language: 'en', isExplicit: false } as const;
  const records = cartesianProduct(KINDS, CASES).map(([kind, languageCase]): AnyRecord => {
    const id = idOf(kind, languageCase);
    const texts = Object.fromEntries(
      languageCase.recordLanguages.map((language) => [language, textsOf(kind, language, id)]),
    );
    const base = { id, texts, former: [`former-${id}`] };
    if (isTermKind(kind)) return { ...base, kind, parent: null };
    const record = { ...newPublication(context), ...base, status: 'publish' as const, publishedAt: now - 3600 };
    if (kind !== 'event') return { ...record, kind, fields: {} };
    return { ...newEvent(record), startsAt: now + 86_400, endsAt: now + 90_000 };
  });
  const linked = <Kind extends KindName>(kind: Kind) =>
    recordsOf({ ...state, records }, kind).filter((_each, index) => CASES[index]?.language === 'ca');
  const [venue, organizer] = [linked('venue'), linked('organizer')];
  const links = [{ venue }, { organizer }, { categories: linked('category') }, { tags: linked('tag') }];
  for (const [index, event] of recordsOf({ ...state, records }, 'event').entries())
    Object.assign(event, pick(links, index));
  return records;
}

/** Whether an update has an explicit language, and its fields. */
export type Update = readonly [isExplicit: boolean, fieldsOf: (titleField: string, index: number) => Fields];

export const RENAMING: Update = [true, (titleField, index) => ({ [titleField]: `Named ${index}` })];

/** Fields of all kinds that are not texts. Each kind ignores the fields of other kinds. */
const NEUTRAL_FIELDS = { featured: true, website: 'https://a.example/', parent: idOf('category', { index: 0 }) };

/** Updates of one record, in order. */
export const UPDATES: readonly Update[] = [
  [false, () => ({ description: '<p>Negotiated</p>' })],
  [false, (titleField, index) => ({ [titleField]: `Negotiated ${index}`, excerpt: '<p>Negotiated</p>' })],
  [false, (_titleField, index) => ({ slug: `negotiated-${index}` })],
  [true, () => NEUTRAL_FIELDS],
  [true, () => ({ description: '<p>Named</p>', image: null })],
  [true, () => ({ description: null, excerpt: '<p>Named</p>' })],
  [true, (_titleField, index) => ({ slug: `sent-${index}` })],
  [false, (titleField, index) => ({ [titleField]: pick([null, '', []], index), description: null })],
  RENAMING,
  [false, () => ({ description: null, excerpt: '', slug: null })],
];
