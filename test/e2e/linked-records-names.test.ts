import { describe, expect, it } from 'vitest';
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
  type Link,
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

  it('does not match slugs: a name and its slug create two records (6.8)', async () => {
    const names = [`Sala Gran ${link}`, `sala-gran-${link}`];
    const record = await createEvent({ [link]: names.map((name) => linkInput(link, name)) });
    expect(namesOf(record, link)).toEqual(names);
    expect(linkedRecords(record, link).map(({ slug }) => slug)).toEqual([names[1], `${names[1]}-2`]);
  });
});

describe('Venue of an event, sent by name,', () => {
  const place = { city: 'Reus', zip: '43201', country: 'ES', geo_lat: 41.15, geo_lng: 1.1 };
  const idOf = async (...venue: object[]) => idsOf(await createEvent({ venue }), 'venue');

  it.each([
    ['has no place', {}, 'the existing'],
    ['has another spelling of the city', { city: ' RÉUS' }, 'the existing'],
    ['is 0.9 km away', { geo_lat: 41.1581, geo_lng: 1.1 }, 'the existing'],
    ['has an address, which is not compared', { address: 'Carrer Major, 2', zip: '43201' }, 'the existing'],
    ['has another city', { city: 'Valls' }, 'a new'],
    ['has the same city and another zip', { city: 'Reus', zip: '43202' }, 'a new'],
    ['has another country', { country: 'FR' }, 'a new'],
    ['is 1.1 km away', { city: 'Reus', geo_lat: 41.1599, geo_lng: 1.1 }, 'a new'],
  ])('that %s (%j) links %s venue (6.8)', async (_description, fields, expected) => {
    const isExisting = expected === 'the existing';
    const venue = uniqueName('Casal');
    const existing = await createRecord(calendar, 'venues', { venue, ...place });
    const [id = 0] = await idOf({ venue: venue.toUpperCase(), ...fields });
    expect(id === existing.id).toBe(isExisting);
    const linked = await read(`venues/${id}`);
    expect(linked).toEqual(isExisting ? existing : { ...linked, ...fields, venue: venue.toUpperCase() });
  });

  it('links, of several venues, the one that agrees in most fields, then the one with the exact name (3.6, 6.8)', async () => {
    const venue = uniqueName('Ateneu');
    const exact = await createRecord(calendar, 'venues', { venue });
    const similar = await createRecord(calendar, 'venues', { venue: venue.toUpperCase(), city: 'Reus', zip: '43201' });
    const exactWithCity = await createRecord(calendar, 'venues', { venue, city: 'Reus', country: 'ES' });
    expect(await idOf({ venue })).toEqual([exact.id]);
    expect(await idOf({ venue, city: 'reus' })).toEqual([exactWithCity.id]);
    expect(await idOf({ venue, city: 'reus', zip: '43201' })).toEqual([similar.id]);
    expect(await idOf({ venue, city: 'Manresa' })).toEqual([exact.id]);
  });

  it('creates one venue per place in a request (6.8)', async () => {
    const venue = uniqueName('Casal');
    const venues = [
      { venue, city: 'Reus' },
      { venue, city: 'Valls' },
      { venue, zip: '43800' },
      { venue, city: 'VALLS', zip: '43801' },
    ];
    // The third and the fourth each fit a venue that the first two create.
    const record = await createEvent({ venue: venues });
    expect(linkedRecords(record, 'venue').map(({ city }) => city)).toEqual(['Reus', 'Valls']);
  });
});

describe.each(TERM_LINKS)('Text in %s of an event', (link) => {
  const rename = (id: number, fields: object) => calendar.request('PATCH', `${link}/${id}`, { json: fields });

  it('is looked up as exact name, slug, name regardless of case and accents, former slug (3.6, 6.9)', async () => {
    const text = `poesia-${link}`;
    const found = async (ml_language: string) => idsOf(await createEvent({ [link]: text, ml_language }), link);
    const former = await createRecord(calendar, link, { name: `Vers ${link}`, slug: text });
    await rename(former.id, { slug: `vers-${link}` });
    expect(await found('es')).toEqual([former.id]);
    const similar = await createRecord(calendar, link, { name: `Poesía-${link}`, slug: `odes-${link}` });
    expect(await found('es')).toEqual([similar.id]);
    const spanish = { name: `POESIA-${link}`, slug: `rimas-${link}`, ml_language: 'es' };
    const similarInSpanish = await createRecord(calendar, link, spanish);
    expect(await found('es')).toEqual([similarInSpanish.id]);
    const bySlug = await createRecord(calendar, link, { name: `Prosa ${link}`, slug: text, ml_language: 'ca' });
    expect(await found('es')).toEqual([bySlug.id]);
    const exact = await createRecord(calendar, link, { name: text, ml_language: 'ca' });
    expect(await found('es')).toEqual([exact.id]);
    await rename(similar.id, { name: text, ml_language: 'en' });
    expect(await found('en')).toEqual([similar.id]);
  });

  it('is a slug only if it is written like one: C, Nadal and the former name of a term create new terms (4.2, 6.9)', async () => {
    const names = [`C++ ${link}`, `#Nadal ${link}`, `Fira ${link}`];
    const existing = idsOf(await createEvent({ [link]: names }), link);
    await rename(existing[2] as number, { name: `Mercat ${link}` });
    const created = await createEvent({ [link]: [`C ${link}`, `Nadal ${link}`, `Fira ${link}`] });
    expect(namesOf(created, link)).toEqual([`C ${link}`, `Nadal ${link}`, `Fira ${link}`]);
    const slugs = [`c-${link}`, `nadal-${link}`, `fira-${link}`];
    expect(linkedRecords(created, link).map(({ slug }) => slug)).toEqual(slugs.map((slug) => `${slug}-2`));
    for (const slug of slugs)
      expect(idsOf(await createEvent({ [link]: [slug] }), link)).toEqual([existing[slugs.indexOf(slug)]]);
  });

  it('can be an object with an id, a name or a slug, each looked up as such only (6.9)', async () => {
    const { id, slug } = await createRecord(calendar, link, { name: uniqueName('Coral') });
    const inputs = [{ slug }, { slug: slug.toUpperCase(), name: '' }, { id: '', name: null, slug }, { id, name: 'x' }];
    expect(idsOf(await createEvent({ [link]: inputs }), link)).toEqual([id]);
    expect(namesOf(await createEvent({ [link]: [{ name: slug, slug: 'x' }] }), link)).toEqual([slug]);
    for (const invalid of [{ slug: 'unknown-slug' }, { name: ' ' }, { name: [] }, {}, { 0: '1', name: 'x' }])
      expectInvalidParameters(await postEvent({ [link]: [invalid] }), link);
    expectInvalidParameters(
      await postEvent({ categories: [{ slug: 'unknown-slug' }], tags: { slug: 'x' } }),
      'categories',
      'tags',
    );
  });

  it('is an id if it consists of digits; as the name in an object it finds or creates a term (4.2, 6.9)', async () => {
    const [kind, digits] = [link === 'tags' ? 'tag' : 'category', String(UNKNOWN_ID)];
    const refused = await postEvent({ [link]: [digits] });
    expectInvalidParameters(refused, link);
    expect((refused.body['params'] as Record<string, string>)[link]).toContain(`{"name": "${digits}"}`);
    const created = await createEvent({ [link]: [{ name: UNKNOWN_ID }] });
    expect(linkedRecords(created, link)).toMatchObject([{ name: digits, slug: `${kind}-${digits}` }]);
    const inputs = [{ name: digits }, `${kind}-${digits}`, { slug: `${kind}-${digits}` }];
    expect(idsOf(await createEvent({ [link]: inputs }), link)).toEqual(idsOf(created, link));
    expect((await createRecord(calendar, link, { name: '٢٠٢٧', slug: '75' })).slug).toBe(`${kind}-75`);
    expect((await createRecord(calendar, link, { name: '٢٠٢٨' })).slug).toBe(`${kind}-٢٠٢٨`);
  });

  it('creates one term for a new name followed by its slug (6.9)', async () => {
    const [name, slug] = [`Nou Nom ${link}`, `nou-nom-${link}`];
    const first = await createEvent({ [link]: [name, slug, name] });
    expect(linkedRecords(first, link)).toMatchObject([{ name, slug }]);
    for (const names of [[name, slug], [slug, name], [slug]]) {
      expect(idsOf(await createEvent({ [link]: names }), link)).toEqual(idsOf(first, link));
    }
  });

  it('is an id if it consists of digits, with or without a sign, after markup is removed (2.2, 5.10, 6.9)', async () => {
    const { id } = await createRecord(calendar, link);
    const texts = [`+${id}`, `00${id}`, `${id}<!-- -->`, `<i></i> ${id} `, `<b>+</b>${id}`, `0${id}<script>1</script>`];
    for (const text of texts) expect([text, idsOf(await createEvent({ [link]: [text] }), link)]).toEqual([text, [id]]);
    const unknown = [`<img src=x onerror=alert(1)>${UNKNOWN_ID}`, `+${UNKNOWN_ID}`, '<b>0</b>', '-<b>5</b>', '+0', -id];
    for (const text of unknown) expectInvalidParameters(await postEvent({ [link]: [text] }), link);
    const name = uniqueName('Rock');
    expect(namesOf(await createEvent({ [link]: [`<i>${name}</i>`] }), link)).toEqual([name]);
  });

  it('can be a JSON number with decimals, which is read as a name (2.2, 6.9)', async () => {
    const [number, text] = [await createEvent({ [link]: [1.5] }), await createEvent({ [link]: ['1.5'] })];
    expect([namesOf(number, link), idsOf(text, link)]).toEqual([['1.5'], idsOf(number, link)]);
    expect(namesOf(await createEvent({ [link]: 2.5 }), link)).toEqual(['2.5']);
  });
});

describe.each(TERM_LINKS)('Filter of events by %s', (link) => {
  const found = async (query: string) => {
    const { status, body } = await calendar.request<ServedRecord>('GET', `events?${query}`);
    return [status, status === 200 ? idsOf(body, 'events' as Link) : [], body] as const;
  };

  it('finds names as writes do, and all terms with the same name (6.9, 7.7)', async () => {
    const [ca, es] = [uniqueName('Rock, pop'), uniqueName('Cançó')];
    const terms = [
      await createRecord(calendar, link, { name: ca, ml_language: 'ca' }),
      await createRecord(calendar, link, { name: es, ml_language: 'ca' }),
      await createRecord(calendar, link, { name: es, ml_language: 'es' }),
    ];
    const events = [];
    for (const { id } of terms) events.push((await createEvent({ [link]: [id] })).id);
    expect((await found(`${link}=${encodeURIComponent(es)}&ml_language=en`))[1]).toEqual(events.slice(1));
    expect((await found(`${link}=${encodeURIComponent(es)}&ml_language=es`))[1]).toEqual(events.slice(2));
    expect((await found(`${link}=${encodeURIComponent(es.toUpperCase())}&ml_language=ca`))[1]).toEqual([events[1]]);
    const [, , first] = await found(
      `${link}[]=${encodeURIComponent(ca)}&${link}[]=${encodeURIComponent(es)}&per_page=1&ml_language=en`,
    );
    const [, ids] = await found(String(first['next_rest_url']).replace(/.*\?/, '').replace('per_page=1', 'per_page=9'));
    expect([first['total'], ids]).toEqual([3, events.slice(1)]);
  });

  it('reads digits as an id, in [name] as a name, and names unknown values in the error (2.7, 6.9, 7.1)', async () => {
    const name = uniqueName('').trim();
    const { id } = await createEvent({ [link]: [{ name }] });
    expect((await found(`${link}[name]=${name}`))[1]).toEqual([id]);
    for (const [query, message] of [
      [`${link}=${UNKNOWN_ID}`, `${link}[name]=${UNKNOWN_ID}`],
      [`${link}=${UNKNOWN_ID},unknown-slug`, `${UNKNOWN_ID}, unknown-slug`],
    ] as const) {
      const [status, , body] = await found(query);
      expect([status, (body['params'] as Record<string, string>)[link]]).toEqual([
        400,
        expect.stringContaining(message),
      ]);
    }
  });
});

describe('Categories of an event', () => {
  it('by an ambiguous name: the one below another category of the request, or else at the top level, or else 400 (6.9)', async () => {
    const [music, theatre] = [await createRecord(calendar, 'categories'), await createRecord(calendar, 'categories')];
    const [ambiguousName, nestedName] = [uniqueName('Altres'), uniqueName('Més')];
    const below = async (parent: number, name: string) =>
      (await createRecord(calendar, 'categories', { name, parent })).id;
    const ambiguous = [await below(music.id, ambiguousName), await below(theatre.id, ambiguousName)] as const;
    const nested = [await below(ambiguous[0], nestedName), await below(ambiguous[1], nestedName)] as const;
    const found = async (...categories: unknown[]) => idsOf(await createEvent({ categories }), 'categories');
    expect(await found(ambiguousName, theatre.id)).toEqual([ambiguous[1], theatre.id]);
    const withAncestors = await found(nestedName, { name: ambiguousName }, String(music['name']));
    expect(withAncestors).toEqual([nested[0], ambiguous[0], music.id]);
    for (const categories of [[ambiguousName], [ambiguousName, music.id, theatre.id], [ambiguousName, nestedName]]) {
      const refused = await postEvent({ categories });
      expectInvalidParameters(refused, 'categories');
      expect((refused.body['params'] as Record<string, string>)['categories']).toContain(ambiguous.join(', '));
    }
    const { id: atTop } = await createRecord(calendar, 'categories', { name: ambiguousName });
    expect(await found(ambiguousName)).toEqual([atTop]);
    expect(await found(ambiguousName, music.id)).toEqual([ambiguous[0], music.id]);
  });
});

describe.each(LINK_NAMES)('Unusual names of %s', (link) => {
  const { path, titleField } = LINKS[link];

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
