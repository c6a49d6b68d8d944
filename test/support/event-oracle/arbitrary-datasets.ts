import fc from 'fast-check';
import { LANGUAGE_SETS, LANGUAGES } from '../languages.js';
import { ZoneOracle } from '../zone-oracle.js';
import { dayOf, startOfDay, endOfDay, type ReferenceTime } from './dates.js';
import { arrayOfLength, oneIn, venuesOrOrganizers, recordFields, terms } from './arbitrary-records.js';
import { DAY, HOUR, arbitraryInstants, ZONES } from './arbitrary-instants.js';
import type { Dataset, DatasetEvent } from './dataset.js';

/** Words with accents, capitals and what a pattern could mistake for its own. */
export const WORDS: readonly string[] = (
  'jazz Jazz JÀZZ fira Fira festa festes música Musica cançó Canco ñandú Nandú niño nap ' +
  '100% 50_50 5050 a\\b ab R&B über òpera zel 2027'
).split(' ');

const lengths = fc.oneof(
  fc.constantFrom(0, 0, 1, 59, HOUR, 2 * HOUR, 9 * HOUR, DAY - 1, DAY, 2 * DAY, 30 * DAY, 366 * DAY),
  fc.integer({ min: 0, max: 48 }).map((halves) => halves * 1800),
);

const phrases = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((chosen) => chosen.join(' '));

/** Texts in one, two or all languages, different in each. */
function textsInLanguages(): fc.Arbitrary<DatasetEvent['texts']> {
  const languages = fc.oneof(fc.constant(LANGUAGES), fc.constantFrom(...LANGUAGE_SETS));
  const texts = fc.record({
    title: phrases,
    excerpt: fc.oneof(fc.constant(''), phrases),
    description: phrases,
  });
  return fc
    .tuple(languages, arrayOfLength(LANGUAGES.length, texts))
    .map(([chosen, each]) => Object.fromEntries(chosen.map((language, index) => [language, each[index]])));
}

const fewIds = (linked: readonly { readonly id: number }[]) => {
  const ids = fc.constantFrom(...linked.map(({ id }) => id));
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.uniqueArray(ids, { minLength: 1, maxLength: 3 }) },
  );
};

/** When and where an event takes place. */
const arbitraryTimes = (presents: readonly ReferenceTime[]) =>
  fc.record({
    start: fc.oneof(...presents.map(arbitraryInstants)),
    length: lengths,
    zone: fc.oneof(fc.constantFrom(...presents.map(({ zone }) => zone)), fc.constantFrom(...ZONES)),
    allDay: oneIn(4),
  });

/** 6.3: whole days last from the first moment of the first to the last second of the last. */
function scheduleOf({
  start,
  length,
  zone,
  allDay,
}: {
  start: number;
  length: number;
  zone: ZoneOracle;
  allDay: boolean;
}) {
  const [startsAt, endsAt] = allDay
    ? [startOfDay(dayOf(start, zone), zone), endOfDay(dayOf(start + length, zone), zone)]
    : [start, start + length];
  return { startsAt, endsAt, zone: zone.name, allDay };
}

/** Events, except for their numbers and parents. */
function eventsWithoutParent(
  presents: readonly ReferenceTime[],
  all: Omit<Dataset, 'events'>,
): fc.Arbitrary<Omit<DatasetEvent, 'id' | 'parent'>> {
  return fc
    .record({
      record: fc.oneof(...presents.map((present) => recordFields(present))),
      time: arbitraryTimes(presents),
      texts: textsInLanguages(),
      links: fc.record({
        venue: fewIds(all.venue),
        organizer: fewIds(all.organizer),
        categories: fewIds(all.categories),
        tags: fewIds(all.tags),
      }),
      flags: fc.record({ featured: oneIn(2), ticketed: oneIn(2), hidden: oneIn(10), isProtected: oneIn(4) }),
    })
    .map(({ record, time, texts, links, flags }) => ({
      ...record,
      ...scheduleOf(time),
      texts,
      ...links,
      ...flags,
    }));
}

/**
 * A calendar with so many events, made for some moments at which it is looked at. Some of the first events are parents of others, none
 * that is in the trash.
 */
export function datasets(presents: readonly [ReferenceTime, ...ReferenceTime[]], size: number): fc.Arbitrary<Dataset> {
  const linkable = fc.record({
    venue: venuesOrOrganizers(presents[0], 16, 1),
    organizer: venuesOrOrganizers(presents[0], 9, 21),
    categories: terms('cat', 14, 41, true),
    tags: terms('tag', 10, 61, false),
  });
  return linkable.chain((all) =>
    arrayOfLength(size, fc.tuple(eventsWithoutParent(presents, all), fc.option(fc.nat({ max: 11 }), { freq: 2 }))).map(
      (drawn) => ({
        ...all,
        events: drawn.map(([event, above], index) => {
          const isParent = above !== null && above < index && drawn[above]?.[0].trashed === false;
          return { ...event, id: 1001 + index, parent: isParent ? 1001 + above : null };
        }),
      }),
    ),
  );
}
