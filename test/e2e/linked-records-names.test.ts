import { describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import {
  LINK_NAMES,
  idsOf,
  linkedRecords,
  LINKS,
  linkInput,
  namesOf,
  VENUE_ORGANIZER_LINKS,
  TERM_LINKS,
} from '../support/records/links.js';
import { longestFoldedName } from '../support/records/longest-folded-name.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const LANGUAGES = ['ca', 'en', 'es'];
const UNKNOWN_ID = 987654321;

const calendar = useTestCalendar();

const createEvent = (fields: object) => createRecord(calendar, 'events', { ...upcomingDates(), ...fields });
const postEvent = (fields: object) =>
  calendar.request('POST', 'events', { json: { title: 'Concert', ...upcomingDates(), ...fields } });
const read = async (path: string) => (await calendar.request<ServedRecord>('GET', path, { token: ADMIN_TOKEN })).body;
const total = async (path: string) => (await read(`${path}?hide_empty=0`))['total'];

describe.each(VENUE_ORGANIZER_LINKS)('Name in %s of an event', (link) => {
  const { path } = LINKS[link];

  it('links the record with this name in any language, and does not change the record (6.8)', async () => {
    const existing = await createRecord(calendar, path, { [link]: 'Teatre Col·legi  Mercè', ml_language: 'ca' });
    await calendar.request('POST', `${path}/${existing.id}`, { json: { [link]: 'School theatre', ml_language: 'en' } });
    const before = await read(`${path}/${existing.id}`);
    const count = await total(path);
    for (const name of ['Teatre Col·legi Mercè', ' TEATRE  COL·LEGI MERCE ', 'school Theatre']) {
      for (const ml_language of LANGUAGES) {
        const input = { [link]: name, phone: '1', description: 'Other', status: 'draft' };
        expect(idsOf(await createEvent({ ml_language, [link]: [input] }), link)).toEqual([existing.id]);
      }
    }
    expect(await read(`${path}/${existing.id}`)).toEqual(before);
    expect(await total(path)).toBe(count);
  });

  it('prefers the requested language, then the lowest id, if several records match (3.6, 6.8)', async () => {
    const name = uniqueName('Ateneu');
    const [es, first, second] = [
      await createRecord(calendar, path, { [link]: name, ml_language: 'es' }),
      await createRecord(calendar, path, { [link]: name, ml_language: 'ca' }),
      await createRecord(calendar, path, { [link]: name, ml_language: 'ca' }),
    ];
    const linkedIds = async (ml_language: string) =>
      idsOf(await createEvent({ ml_language, [link]: { [link]: name } }), link);
    expect(await linkedIds('es')).toEqual([es.id]);
    expect(await linkedIds('ca')).toEqual([first.id]);
    expect(await linkedIds('en')).toEqual([es.id]);
    await calendar.request('DELETE', `${path}/${first.id}`);
    expect(await linkedIds('ca')).toEqual([second.id]);
  });

  it('does not match slugs: a name and its slug create two records (6.8)', async () => {
    const names = [`Sala Gran ${link}`, `sala-gran-${link}`];
    const record = await createEvent({ [link]: names.map((name) => linkInput(link, name)) });
    expect(namesOf(record, link)).toEqual(names);
    expect(linkedRecords(record, link).map(({ slug }) => slug)).toEqual([names[1], `${names[1]}-2`]);
  });
});

describe.each(TERM_LINKS)('Text in %s of an event', (link) => {
  const rename = (id: number, fields: object) => calendar.request('PATCH', `${link}/${id}`, { json: fields });

  it('matches current and former slugs of any language before names (6.9)', async () => {
    const [byName, bySlug] = [
      await createRecord(calendar, link, { name: `Poesia ${link}`, slug: `vers-${link}` }),
      await createRecord(calendar, link, { name: 'Other', slug: `poesia ${link}`, ml_language: 'ca' }),
    ];
    expect(idsOf(await createEvent({ [link]: `poesia-${link}` }), link)).toEqual([bySlug.id]);
    expect(idsOf(await createEvent({ [link]: `poesia ${link}`, ml_language: 'es' }), link)).toEqual([byName.id]);
    await createRecord(calendar, link, { name: `poesia-${link}`, slug: `odes-${link}` });
    expect(idsOf(await createEvent({ [link]: `poesia-${link}` }), link)).toEqual([bySlug.id]);
    await rename(bySlug.id, { slug: `prosa-${link}`, ml_language: 'ca' });
    expect(idsOf(await createEvent({ [link]: `poesia-${link}` }), link)).toEqual([bySlug.id]);
  });

  it('creates a term in the requested language if nothing matches (6.9)', async () => {
    const newName = uniqueName('Música Antiga');
    const record = await createEvent({ ml_language: 'ca', [link]: [newName, newName.toUpperCase()] });
    expect(namesOf(record, link)).toEqual([newName]);
    expect(linkedRecords(record, link)).toMatchObject([
      { ml_language: 'ca', description: '', slug: expect.stringMatching(/^musica-antiga-/) },
    ]);
    if (link === 'categories') expect(linkedRecords(record, link)).toMatchObject([{ parent: null }]);
    expect(idsOf(await createEvent({ [link]: newName, ml_language: 'es' }), link)).toEqual(idsOf(record, link));
  });

  it('creates one term for a new name followed by its slug (6.9)', async () => {
    const [name, slug] = [`Nou Nom ${link}`, `nou-nom-${link}`];
    const first = await createEvent({ [link]: [name, slug.toUpperCase(), slug, name] });
    expect(linkedRecords(first, link)).toMatchObject([{ name, slug }]);
    for (const names of [[name, slug], [slug, name], [slug]]) {
      expect(idsOf(await createEvent({ [link]: names }), link)).toEqual(idsOf(first, link));
    }
  });

  it('matches the first of two new terms if both names derive this slug (6.9)', async () => {
    const names = [`Cançó ${link}`, `cançó! ${link}`, `canco-${link}`];
    const record = await createEvent({ [link]: names });
    expect(namesOf(record, link)).toEqual([names[0], names[1]]);
    expect(linkedRecords(record, link).map(({ slug }) => slug)).toEqual([`canco-${link}`, `canco-${link}-2`]);
  });

  it('is an id if it consists of digits after markup is removed (5.10, 6.9)', async () => {
    const { id } = await createRecord(calendar, link);
    for (const text of [
      `<b>${id}</b>`,
      `${id}<!-- -->`,
      `<i></i> ${id} `,
      `<b>+</b>${id}`,
      `0${id}<script>1</script>`,
    ]) {
      expect([text, idsOf(await createEvent({ [link]: [text] }), link)]).toEqual([text, [id]]);
    }
    for (const unknown of [
      `<img src=x onerror=alert(1)>${UNKNOWN_ID}`,
      `${UNKNOWN_ID}<!-- -->`,
      '<b>0</b>',
      '-<b>5</b>',
    ]) {
      expectInvalidParameters(await postEvent({ [link]: [unknown] }), link);
    }
    const name = uniqueName('Rock');
    expect(namesOf(await createEvent({ [link]: [`<i>${name}</i>`] }), link)).toEqual([name]);
  });

  it('can be a JSON number with decimals, which is read as a name (2.2, 6.9)', async () => {
    const [number, text] = [await createEvent({ [link]: [1.5] }), await createEvent({ [link]: ['1.5'] })];
    expect([namesOf(number, link), idsOf(text, link)]).toEqual([['1.5'], idsOf(number, link)]);
    expect(namesOf(await createEvent({ [link]: 2.5 }), link)).toEqual(['2.5']);
  });

  it('is an id if it consists of digits, with or without a sign (2.2, 6.9)', async () => {
    const { id } = await createRecord(calendar, link);
    expect(idsOf(await createEvent({ [link]: [`+${id}`, `00${id}`] }), link)).toEqual([id]);
    for (const invalid of [`-${id}`, -id, '0', 0, '+0', `+${UNKNOWN_ID}`])
      expectInvalidParameters(await postEvent({ [link]: [invalid] }), link);
  });
});

describe('Categories of an event', () => {
  it('are found by name at any level of the tree (6.9)', async () => {
    const parent = await createRecord(calendar, 'categories');
    const child = await createRecord(calendar, 'categories', { parent: parent.id });
    expect(idsOf(await createEvent({ categories: child['name'] }), 'categories')).toEqual([child.id]);
  });
});

describe.each(LINK_NAMES)('Unusual names of %s', (link) => {
  const { path, titleField } = LINKS[link];

  it('stay distinct if folding removes all of their characters (3.6)', async () => {
    const names = ['¨', '¯', '¸ ˛'];
    const record = await createEvent({ [link]: names.map((name) => linkInput(link, name)) });
    expect(namesOf(record, link)).toEqual(names);
    expect(new Set(linkedRecords(record, link).map(({ slug }) => slug)).size).toBe(names.length);
    const reversed = await createEvent({ [link]: names.toReversed().map((name) => linkInput(link, name)) });
    expect(idsOf(reversed, link)).toEqual(idsOf(record, link).toReversed());
  });

  it('are found again if 500 characters fold to thousands (6.12, 12.4, 9.3)', async () => {
    for (const [one, other] of [
      ['㌀'.repeat(500), '㌖'.repeat(500)],
      [longestFoldedName('A'), longestFoldedName('B')],
    ] as const) {
      const created = await createEvent({ [link]: linkInput(link, one) });
      expect(namesOf(created, link)).toEqual([one]);
      expect(idsOf(await createEvent({ [link]: linkInput(link, one) }), link)).toEqual(idsOf(created, link));
      const separate = await createRecord(calendar, path, { [titleField]: other });
      expect(idsOf(await createEvent({ [link]: linkInput(link, other) }), link)).toEqual([separate.id]);
    }
  });
});
