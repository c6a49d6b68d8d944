import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KINDS, type Kind, type ServedRecord } from '../support/kinds.js';
import {
  requestInLanguage,
  readSources,
  LANGUAGE_SETS,
  flatMapParallel,
  nextInTurn,
  LANGUAGES,
  fullListPath,
  cartesianProduct,
  servedLanguage,
} from '../support/languages.js';
import type { Language } from '../support/languages.js';
import { readPage, upcomingDates, followPages } from '../support/records.js';
import type { ServedPage } from '../support/records.js';
import { startMultilingualCalendar, type PerKind, type MultilingualCalendar } from '../support/translated-records.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
const FALLBACKS = ['record', 'none'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;
const SPELLINGS = { asc: ['asc', 'ASC', 'ascending'], desc: ['desc', 'Desc', 'DESCENDING'] };

/** Names that tell collations from each other, and from the order of code points; folded, no two are equal. */
const NAMES = [
  'oca',
  'ñandú',
  'Nou barris',
  'nap',
  'colze',
  'col·legi',
  'collegiata',
  'Collar',
  'cola',
  '10 pins',
  '9 pins',
  'Àbac',
  'abella',
  'Zel',
  '«Zum»',
  "l'any",
  'lava',
  'çedilla',
  'cabra',
  'Ñu',
  'Cup',
];

/** Names that differ from each other, or from those, by case, accents or nothing: siblings among terms may not. */
const ALIKE = ['nap', 'NAP', 'Nàp', 'collegi', 'Collegi', 'oça', 'oca'];

interface Named {
  readonly id: number;
  readonly present: readonly Language[];
  readonly names: Readonly<Record<Language, string>>;
}

describe.each(LANGUAGES)('ordered with DEFAULT_LANGUAGE=%s,', (byDefault) => {
  let here: MultilingualCalendar;
  let records: PerKind<Named[]>;
  beforeAll(async () => {
    here = await startMultilingualCalendar(byDefault);
    const all = await flatMapParallel(EACH, async ([path, kind]) => [[path, await createNamed(kind)] as const]);
    records = Object.fromEntries(all) as PerKind<Named[]>;
  });
  afterAll(() => here.close());

  /** Records in all sets of languages; a name stands elsewhere in each language. */
  function createNamed(kind: Kind): Promise<Named[]> {
    const names = kind.isPublishable ? [...NAMES, ...ALIKE] : NAMES;
    return flatMapParallel(names.keys(), async (index) => {
      const name = (shift: number) => names[(index + shift) % names.length] as string;
      const each = { ca: name(0), en: name(5), es: name(11) };
      const present = LANGUAGE_SETS[index % LANGUAGE_SETS.length] as readonly Language[];
      return [{ id: await create(kind, present, each), present, names: each }];
    });
  }

  async function create(kind: Kind, present: readonly Language[], names: Named['names']): Promise<number> {
    let [path, id]: [string, number] = [kind.path, 0];
    for (const language of present) {
      const json = { ...(kind.path === 'events' ? upcomingDates() : {}), [kind.titleField]: names[language] };
      const { status, body } = await requestInLanguage(here.calendar, 'body', language, { method: 'POST', path, json });
      expect([path, status, body['params']]).toEqual([path, id === 0 ? 201 : 200, undefined]);
      [path, id] = [`${kind.path}/${body.id}`, body.id];
    }
    return id;
  }

  const textOf = ({ names, present }: Named, asked: Language) => names[servedLanguage(asked, present, byDefault)];

  /** The records in their order, as `name (id)`: that of the language asked for, then by id. */
  function inOrder({ path }: Kind, asked: Language, direction: 'asc' | 'desc', fallback: string): string[] {
    const { compare } = new Intl.Collator(asked);
    const shown = records[path].filter(({ present }) => fallback === 'record' || present.includes(asked));
    const ascending = shown.toSorted((a, b) => compare(textOf(a, asked), textOf(b, asked)) || a.id - b.id);
    const ordered = direction === 'asc' ? ascending : ascending.toReversed();
    return ordered.map((record) => `${textOf(record, asked)} (${record.id})`);
  }

  const ordered = (kind: Kind, direction: 'asc' | 'desc', fallback: string) =>
    `orderby=${kind.path === 'events' ? 'title' : 'name'}&order=${nextInTurn(SPELLINGS[direction])}&ml_fallback=${fallback}`;
  const labels = (kind: Kind, page: ServedPage) =>
    page[kind.path].map((record: ServedRecord) => `${String(record[kind.titleField])} (${record.id})`);

  it.each(EACH)(
    '3.5 7.1 7.2 7.10 7.11 %s are in the order of the texts served, then of the id',
    async (_path, kind) => {
      const wrong = await flatMapParallel(
        cartesianProduct(cartesianProduct(LANGUAGES, DIRECTIONS), FALLBACKS),
        async ([[asked, direction], fallback]) => {
          const path = fullListPath(kind, ordered(kind, direction, fallback));
          const { body } = await requestInLanguage<ServedPage>(
            here.calendar,
            nextInTurn(readSources(asked, byDefault)),
            asked,
            { path },
          );
          const [served, right] = [labels(kind, body).join(', '), inOrder(kind, asked, direction, fallback).join(', ')];
          return served === right ? [] : [`in ${asked}, ${direction}, ${fallback}:\n${served}, not\n${right}`];
        },
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH)('3.5 5.8 a walk through %s keeps to that order, and comes to each once', async (path, kind) => {
    const wrong = await flatMapParallel(LANGUAGES, async (asked) => {
      const [direction, fallback] = nextInTurn(cartesianProduct(DIRECTIONS, FALLBACKS));
      const query = `${ordered(kind, direction, fallback)}&ml_language=${asked}&hide_empty=0`;
      const ids = await followPages(here.calendar, path, `${path}?per_page=2&${query}`);
      const right = inOrder(kind, asked, direction, fallback).map((label) => Number(/\d+(?=\)$)/.exec(label)?.[0]));
      return ids.join() === right.join()
        ? []
        : [`in ${asked}, ${direction}, ${fallback}: ${ids.join()}, not ${right.join()}`];
    });
    expect(wrong).toEqual([]);
  });

  it('3.5 a position in an order by text belongs to the language asked for', async () => {
    const { body } = await readPage(here.calendar, 'events?orderby=title&per_page=2&ml_language=es');
    const other = (body.next_rest_url ?? '').replace('ml_language=es', 'ml_language=ca');
    const { status, body: problem } = await here.calendar.request('GET', other.replace(here.calendar.origin, ''));
    expect([status, Object.keys(problem['params'] ?? {})]).toEqual([400, ['after']]);
  });
});
