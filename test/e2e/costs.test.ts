import { describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord } from '../support/records/kinds.js';
import { readPage, upcomingDates } from '../support/records/records.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const LANGUAGES = ['ca', 'en', 'es'] as const;
const FREE = { ca: 'Gratuït', en: 'Free', es: 'Gratis' } as const;

const calendar = useTestCalendar();

const createEvent = (fields: object = {}) => createRecord(calendar, 'events', { ...upcomingDates(), ...fields });
const read = async (id: number, language: string = 'en') =>
  (await calendar.request('GET', `events/${id}?ml_language=${language}`)).body;
const update = (id: number, fields: object) => calendar.request('PATCH', `events/${id}`, { json: fields });

/** Reads `cost` in every language, and `cost_details`, which must be the same in all languages. */
async function readCosts(id: number): Promise<{ costs: unknown[]; details: unknown }> {
  const records = await Promise.all(LANGUAGES.map((language) => read(id, language)));
  const [details, ...others] = records.map(({ cost_details }) => cost_details);
  for (const other of others) expect(other).toEqual(details);
  return { costs: records.map(({ cost }) => cost), details };
}

const euros = (...values: string[]) => ({
  currency_symbol: '€',
  currency_code: 'EUR',
  currency_position: 'postfix',
  values,
});
const kroner = (...values: string[]) => ({ ...euros(...values), currency_symbol: 'kr', currency_code: 'NOK' });
const withoutCurrency = (...values: string[]) => ({
  currency_symbol: '',
  currency_code: '',
  currency_position: '',
  values,
});
const inEveryLanguage = (pattern: string) =>
  LANGUAGES.map((language) =>
    pattern.replace('{free}', FREE[language]).replace('{decimal}', language === 'en' ? '.' : ','),
  );

describe('Cost of an event', () => {
  // The unit tests of costs have more texts.
  it.each<[cost: unknown, pattern: string, details: object]>([
    [[0, 20, 12.5], '{free} – 20', withoutCurrency('0', '12.5', '20')],
    [['', '20 €', ' '], '20 €', euros('20')],
    [['0 €', '12,50 €'], '{free} – 12{decimal}50 €', euros('0', '12.50')],
    ['20€, 30€', '20€, 30€', euros('20', '30')],
  ])('sent as %j is served as %s (6.5)', async (cost, pattern, details) => {
    const { id } = await createEvent({ cost });
    expect(await readCosts(id)).toEqual({ costs: inEveryLanguage(pattern), details });
  });

  it.each([
    ['cost=30€&cost=20€', '20€ – 30€', euros('20', '30')],
    ['cost[1]=30€&cost[0]=12,5€', '12{decimal}5€ – 30€', euros('12.5', '30')],
    ['cost=12,5', '12,5', withoutCurrency('12.5')],
  ])('sent in a form or query string as %s is served as %s (6.5)', async (text, pattern, details) => {
    const { id } = await createEvent({ cost: 'Donation' });
    expect((await calendar.request('PUT', `events/${id}`, { form: encodeURI(decodeURI(text)) })).status).toBe(200);
    expect(await readCosts(id)).toEqual({ costs: inEveryLanguage(pattern), details });
    await update(id, { cost: 'Donation' });
    expect((await calendar.request('PUT', `events/${id}?${encodeURI(decodeURI(text))}`)).status).toBe(200);
    expect(await readCosts(id)).toEqual({ costs: inEveryLanguage(pattern), details });
  });

  it('is in the requested language even if the other texts of the event fall back, in lists and single records (6.5)', async () => {
    const { id } = await createEvent({ ml_language: 'ca', cost: ['0 €', '10 €'] });
    for (const language of LANGUAGES) {
      const { body } = await readPage(calendar, `events?include=${id}&ml_language=${language}`);
      expect(body.events).toEqual([await read(id, language)]);
      expect(body.events[0]).toMatchObject({ ml_language: 'ca', cost: `${FREE[language]} – 10 €` });
    }
  });
});

describe('Cost that a client sends back', () => {
  it.each([
    ['a range', ['30€', '0€', '20€']],
    ['texts', ['20€', 'null', 'a "b"\tc', '\\n', '\\', '"', '{a,b}', '{}', ',', 'a,\r\nb', '🎉 ñ', "l'entrada"]],
    // 20 characters are reserved for the word for "free" in any language.
    ['the longest range from 0', ['0', '1'.repeat(1977)]],
  ])(
    'changes neither the stored cost nor the record, also in a request for another language: %s (6.2, 6.5)',
    async (_what, cost) => {
      const { id } = await createEvent({ cost });
      await calendar.request('PATCH', `events/${id}?ml_language=es`, { json: { title: 'Concierto' } });
      const before = await Promise.all(LANGUAGES.map((language) => read(id, language)));
      calendar.setNow('2031-01-01T00:00:00Z');
      for (const [index, record] of before.entries()) {
        for (const json of [{ cost: record['cost'] }, { cost: [record['cost']] }, record])
          expect((await calendar.request('PUT', `events/${id}`, { json })).status).toBe(200);
        const inOtherLanguage = `events/${id}?ml_language=${LANGUAGES[(index + 1) % 3]}`;
        expect((await calendar.request('PUT', inOtherLanguage, { json: { cost: record['cost'] } })).status).toBe(200);
      }
      calendar.setNow(undefined);
      expect(await Promise.all(LANGUAGES.map((language) => read(id, language)))).toEqual(before);
      expect(await query(calendar.databaseUrl, `select cost from events where id = ${id}`)).toEqual([{ cost }]);
    },
  );

  it('is stored as a new text if it differs from every served text (6.2, 6.5)', async () => {
    const { id } = await createEvent({ cost: ['0€', '20€', '30€'] });
    const details = euros('0', '20');
    expect((await update(id, { cost: 'Free – 20€' })).body).toMatchObject({
      cost: 'Free – 20€',
      cost_details: details,
    });
    expect(await readCosts(id)).toEqual({ costs: LANGUAGES.map(() => 'Free – 20€'), details });
  });
});

describe('Cost and cost_details that a client sends', () => {
  it('are the same in a copy and after an undo, in every language (6.2, 6.5)', async () => {
    const { id } = await createEvent({ cost: ['0€', '20€', '30€'] });
    for (const language of LANGUAGES) {
      const record = await read(id, language);
      const expected = { cost: record['cost'], cost_details: record['cost_details'] };
      const copy = await calendar.request('POST', 'events', { json: record });
      expect([copy.status, await read(Number(copy.body['id']), language)]).toMatchObject([201, expected]);
      await update(id, { cost: 'Donation' });
      const undone = await calendar.request('PUT', `events/${id}`, { json: record });
      expect([undone.status, await read(id, language)]).toMatchObject([200, expected]);
    }
  });

  it('are served with the word for free in the language of each read (6.5)', async () => {
    const { cost, cost_details } = await createEvent({ cost: ['0€', '20€', '30€'] });
    const { id } = await createEvent({ cost, cost_details });
    expect(await readCosts(id)).toEqual({ costs: inEveryLanguage('{free} – 30€'), details: euros('0', '20', '30') });
  });

  it.each<[cost: unknown, input: unknown, details: object]>([
    ['10 – 30 €', euros('10', '20', '30'), euros('10', '20', '30')],
    ['8.625', withoutCurrency('8.625'), withoutCurrency('8.625')],
    // Several currencies have the symbol kr. The code in the details tells which one it is.
    ['10 – 30 NOK', kroner('10', '20', '30'), kroner('10', '20', '30')],
    ['10 – 30 €', euros('5', '30'), euros('10', '30')],
    ['10 – 30 €', euros('10', '20'), euros('10', '30')],
    ['10 – 30 €', { ...euros('10', '20', '30'), currency_symbol: '$', currency_code: 'USD' }, euros('10', '30')],
    ['10 – 30 €', euros('10', '30', '20', '30'), euros('10', '30')],
    ['10 – 30 €', { ...euros('10', '30'), currency_position: 'above' }, euros('10', '30')],
    ['10 – 30 €', { ...euros(), values: [10, 20, 30] }, euros('10', '30')],
    ['10 – 30 €', 'values', euros('10', '30')],
    ['20 € per person', euros('20'), withoutCurrency()],
  ])(
    '%j with %j is served with %j: details that disagree with the text are ignored (6.5)',
    async (cost, input, details) => {
      expect((await createEvent({ cost, cost_details: input }))['cost_details']).toEqual(details);
    },
  );
});

it('cost_details without a cost are ignored (6.1)', async () => {
  const { id } = await createEvent({ cost: '20 €' });
  expect((await update(id, { cost_details: euros('30') })).body['cost_details']).toEqual(euros('20'));
});

describe('Filter free', () => {
  it.each<[cost: unknown, matching: 'true' | 'false' | 'neither value']>([
    ['Gratis', 'true'],
    ['Gratuït – 30€', 'false'],
    ['Donation', 'neither value'],
    [null, 'neither value'],
  ])('an event with the cost %j matches %s, also after an update (7.7)', async (cost, matching) => {
    const created = await createEvent({ cost });
    const updated = await createEvent({ cost: matching === 'true' ? '5 €' : 'Free' });
    await update(updated.id, { cost });
    for (const free of ['true', 'false']) {
      const { body } = await calendar.request('GET', `events?free=${free}&include=${created.id},${updated.id}`);
      expect([free, body['total']]).toEqual([free, free === matching ? 2 : 0]);
    }
  });
});

describe('Invalid cost', () => {
  it.each([
    ['an object', {}],
    ['a list in a list', [['20€']]],
    ['null in a list', [null]],
    ['texts of 2001 characters together', ['x'.repeat(999), 'y'.repeat(1000)]],
    ['a range of 2001 characters in Catalan, fewer in English', ['0', '1'.repeat(1991)]],
  ])('is 400: %s (6.5)', async (_what, cost) => {
    expectInvalidParameters(
      await calendar.request('POST', 'events', { json: { title: 'Fira', ...upcomingDates(), cost } }),
      'cost',
    );
    const { id } = await createEvent({ cost: '20€' });
    expectInvalidParameters(await update(id, { cost }), 'cost');
    expect((await read(id))['cost']).toBe('20€');
  });
});
