import fc, { type Arbitrary } from 'fast-check';
import { LANGUAGES, LANGUAGE_SETS, type Language } from '../../support/languages/languages.js';
import type { ReferenceTime } from '../dates.js';
import type { Point } from '../names.js';
import { folded, STORED_STATUSES } from '../records.js';
import type { Publication, Term, TermKind, Texts, User, VenueOrOrganizer, VenueOrOrganizerKind } from '../records.js';
import { DAY_SECONDS, HOUR_SECONDS } from './dates.js';

/** Words with accents, capitals, digits, wildcards and markup characters, and words that collations sort differently. */
export const WORDS = [
  'jazz Jazz JÀZZ fira Fira festa festes música Musica cançó Canco ñandú Nandú niño nap NAP Nàp 100% 50_50 5050 a\\b ab R&B',
  "über òpera zel Zel 2027 col·legi collegiata Collar cola colze oca oça 10 9 Àbac abella «Zum» l'any lava çedilla cabra Ñu Cup",
].flatMap((words) => words.split(' '));

export const arrayOfLength = <Value>(count: number, value: Arbitrary<Value>): Arbitrary<Value[]> =>
  fc.array(value, { minLength: count, maxLength: count });
export const oneIn = (count: number): Arbitrary<boolean> =>
  fc.integer({ min: 1, max: count }).map((value) => value === count);
const phrases = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const html = phrases.map((text) => `<p>${text.replaceAll('&', '&amp;')}</p>`);
const optionalHtml = fc.oneof(fc.constant(''), html);

type Drafts = Partial<Record<Language, Omit<Texts, 'slug'>>>;

/** Texts in some languages, different in each. */
export const texts: Arbitrary<Drafts> = fc
  .tuple(
    fc.oneof(fc.constant(LANGUAGES), fc.constantFrom(...LANGUAGE_SETS)),
    arrayOfLength(3, fc.record({ title: phrases, excerpt: optionalHtml, description: optionalHtml })),
  )
  .map(([languages, drafts]) => Object.fromEntries(languages.map((language, index) => [language, drafts[index]])));

export const withSlugs = (drafts: Drafts, complete: (draft: Omit<Texts, 'slug'>, language: string) => Texts) =>
  Object.fromEntries(Object.entries(drafts).map(([language, draft]) => [language, complete(draft, language)]));

const CUSTOM_FIELDS = [{}, { parking: true }, { rooms: [{ seats: 250 }] }, { note: 'Òpera' }, { parking: false }];

/** Author, status and dates of a record. One in `publishedWeight` + 1 has a random status. Some are scheduled or trashed. Many share dates. */
export const publications = (
  users: readonly User[],
  { now }: ReferenceTime,
  publishedWeight: number,
): Arbitrary<Publication> =>
  fc
    .record({
      author: fc.constantFrom(...users.map(({ id }) => id || null), null),
      status: fc.oneof(
        { weight: publishedWeight, arbitrary: fc.constant('publish' as const) },
        fc.constantFrom(...STORED_STATUSES),
      ),
      publicationOffset: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 1, max: 60 }).map((count) => -5 * count * DAY_SECONDS) },
        { weight: 1, arbitrary: fc.constantFrom(-1, 0, 1, 40 * DAY_SECONDS, 400 * DAY_SECONDS) },
      ),
      hasDate: fc.boolean(),
      isTrashed: oneIn(12),
      halfDays: fc.integer({ min: 0, max: 90 }),
    })
    .map(({ author, status, publicationOffset, hasDate, isTrashed, halfDays }) => {
      const modifiedAt = now - halfDays * 12 * HOUR_SECONDS;
      const publishedAt = status === 'publish' || hasDate ? now + publicationOffset : null;
      const trashedAt = isTrashed ? modifiedAt : null;
      const dates = { publishedAt, trashedAt, modifiedAt };
      return { id: 0, texts: {}, former: [], author, status, ...dates, website: null, customFields: {} };
    });

/** Points within ranges in thousandths of a degree. */
const pointsIn = (latitudes: Arbitrary<number>, longitudes: Arbitrary<number>): Arbitrary<Point> =>
  fc.tuple(latitudes, longitudes).map(([latitude, longitude]) => [latitude / 1000, longitude / 1000]);

/** Around a town, on both sides of the date line, at and near the poles, anywhere. */
const points: Arbitrary<Point> = fc.oneof(
  pointsIn(fc.integer({ min: 41_900, max: 42_100 }), fc.integer({ min: 2700, max: 2950 })),
  pointsIn(fc.integer({ min: -17_000, max: -16_000 }), fc.constantFrom(179_950, -179_950, 180_000, -180_000)),
  pointsIn(fc.constantFrom(89_900, 90_000, -89_950), fc.integer({ min: -180_000, max: 180_000 })),
  pointsIn(fc.integer({ min: -80_000, max: 80_000 }), fc.integer({ min: -180_000, max: 180_000 })),
);

/** Venues or organizers, with ids from `firstId` on. */
export function venuesOrOrganizers(
  kind: VenueOrOrganizerKind,
  firstId: number,
  count: number,
  publication: Arbitrary<Publication>,
): Arbitrary<VenueOrOrganizer[]> {
  const optionalFields: Record<string, Arbitrary<string>> = kind === 'venue'
    ? { city: fc.constant('València'), zip: fc.constant('43201') }
    : { phone: fc.constant('977 43 20 10'), email: fc.constant('info@major.example') };
  const recordDraft = fc.record({
    publication,
    texts,
    fields: fc.record(optionalFields, { requiredKeys: [] }),
    point: kind === 'venue' ? fc.option(points, { freq: 3 }) : fc.constant(null),
    customFields: fc.constantFrom(...CUSTOM_FIELDS),
  });
  return arrayOfLength(count, recordDraft).map((recordDrafts) =>
    recordDrafts.map(({ publication: record, texts: drafts, fields, point, customFields }, index) => ({
      ...record,
      kind,
      id: firstId + index,
      texts: withSlugs(drafts, (draft) => ({ ...draft, excerpt: '', slug: `${kind}-no-${firstId + index}` })),
      former: [`old-${kind}-${firstId + index}`],
      fields: { ...fields, ...(point ? { geo_lat: point[0], geo_lng: point[1] } : {}) },
      customFields,
    })),
  );
}

/**
 * Categories or tags, with ids from `firstId` on. Some have former slugs. Some have the slug of the previous term as
 * their name, or its name in another language.
 */
export function terms(kind: TermKind, firstId: number, count: number): Arbitrary<Term[]> {
  return arrayOfLength(count, fc.record({ texts, parentIndex: fc.nat() })).map((termDrafts) => {
    const created: Term[] = [];
    for (const [index, { texts: drafts, parentIndex }] of termDrafts.entries()) {
      const slugOf = (language: string, position = index) =>
        `${kind}-${position}${position % 3 === 0 ? '' : `-${language}`}`;
      const titleOf = (language: string, title: string) => {
        const otherLanguage = LANGUAGES[(LANGUAGES.indexOf(language as Language) + 1) % LANGUAGES.length] as Language;
        const { [language as Language]: same, [otherLanguage]: inOther } = created[index - 1]?.texts ?? {};
        if (index % 5 === 2) return slugOf(language, index - 1);
        if (index % 5 === 4 && inOther && folded(inOther.title) !== folded(same?.title ?? '')) return inOther.title;
        return `${title} ${'abcdefghijklmnopqrstuvwxyz'[index]}`;
      };
      created.push({
        kind,
        id: firstId + index,
        texts: withSlugs(drafts, ({ title, description }, language) => ({
          title: titleOf(language, title),
          description,
          excerpt: '',
          slug: slugOf(language),
        })),
        former: index % 4 === 1 ? [`old-${kind}-${index}`, `日本-${kind}-${index}`] : [],
        parent: kind === 'category' && index > 2 ? (created[parentIndex % index] ?? null) : null,
      });
    }
    return created;
  });
}
