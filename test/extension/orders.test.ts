import { beforeAll, describe, expect, it } from 'vitest';
import {
  ExtendsRecord,
  ApiError,
  BeforeWrite,
  CalendarExtension,
  EVENT,
  type ExtensionSortKey,
  type RecordScope,
  type RecordExtension,
  type RequestContext,
  type PendingWrite,
} from 'calendar-events-service';
import type { TestResponse } from 'calendar-events-service/testing';
import { sql, type RawBuilder } from 'kysely';
import { dereference } from '../support/document/served-document.js';
import { useExtendedCalendar } from './extended-calendar.js';

const member = ({ alias }: RecordScope, ...names: readonly string[]): RawBuilder<string> =>
  sql<string>`${sql.ref(`${alias}.custom_fields`)} #>> ${sql.val(names)}::text[]`;

/** Sort orders of every type that a cursor supports. */
@ExtendsRecord(EVENT, { orders: ['rating', 'checked', 'subject'] })
class OrdersOfEvents implements RecordExtension {
  orderBy(name: string, { language: { requested } }: RequestContext, event: RecordScope): ExtensionSortKey {
    if (name === 'rating')
      return {
        expression: sql`(${member(event, 'rating')})::bigint`,
        maskedValue: sql`0::bigint`,
        type: 'bigint',
      };
    if (name === 'checked')
      return {
        expression: sql`(${member(event, 'checked')})::timestamptz`,
        maskedValue: sql`timestamptz '-infinity'`,
        type: 'timestamptz',
      };
    return {
      expression: sql`${member(event, 'subject', requested)} collate "C"`,
      maskedValue: sql`''`,
      type: 'text',
      variant: requested,
    };
  }
}

/** Write hook that is provided as a value. */
class Refusal {
  @BeforeWrite(EVENT)
  review(_em: unknown, _context: unknown, { changes }: PendingWrite): void {
    if (JSON.stringify(changes).includes('Refused')) throw new ApiError('forbidden');
  }
}

@CalendarExtension({
  name: 'ratings',
  providers: [
    { provide: 'ORDERS', useFactory: () => new OrdersOfEvents() },
    { provide: 'REFUSAL', useValue: new Refusal() },
  ],
})
class RatingsModule {}

const subject = (ca: string, en: string, es: string) => ({ ca, en, es });

/** In order of id. The password-protected events D and G sort elsewhere if their values are masked. */
const EVENTS: readonly { title: string; password?: string; [field: string]: unknown }[] = [
  { title: 'A', rating: 3, checked: '2026-01-02T00:00:00.000001Z', subject: subject('c', 'a', 'b') },
  { title: 'B', rating: -7, checked: 'infinity', subject: subject('a', 'b', 'c') },
  { title: 'C' },
  { title: 'D', rating: 99, checked: '2999-01-01T00:00:00Z', subject: subject('z', 'z', 'z'), password: 'sesame' },
  { title: 'E', rating: 3, checked: '2026-01-02T00:00:00Z', subject: subject('b', 'c', 'a') },
  { title: 'F', rating: 5e18, checked: '1900-01-01T00:00:00Z', subject: subject('b', 'a', 'd') },
  { title: 'G', rating: -99, checked: '1800-01-01T00:00:00Z', subject: subject('0', '0', '0'), password: 'sesame' },
];

/**
 * Titles of the events in each order, with a blank between pages. For an anonymous caller, protected events sort as if they had no value.
 * The letter case of `orderby` does not matter.
 */
const ORDERS: readonly [orderby: string, language: string, anonymous: string, editor: string][] = [
  ['RATING', 'en', 'BC DG AE F', 'GB CA ED F'],
  ['checked', 'en', 'CD GF EA B', 'CG FE AD B'],
  ['subject', 'ca', 'CD GB EF A', 'CG BE FA D'],
  ['subject', 'en', 'CD GA FB E', 'CG AF BE D'],
  ['subject', 'es', 'CD GE AB F', 'CG EA BF D'],
];

const DATES = { start_date: '2030-05-01', end_date: '2030-05-02' };

const calendar = useExtendedCalendar([RatingsModule]);
beforeAll(async () => {
  for (const { title, password, ...custom_fields } of EVENTS)
    await calendar.send('POST', 'events', { title, custom_fields, password, ...DATES });
});

interface List {
  readonly events: readonly { readonly title: string }[];
  readonly next_rest_url: string | null;
}

const EVENTS_PATH = 'events?per_page=2&start_date=2000-01-01&end_date=2100-01-01';

/** Titles of a list, page by page. */
async function readPages(query: string, callerToken?: string): Promise<string[]> {
  const pages: string[] = [];
  let path: string | undefined = `${EVENTS_PATH}&${query}`;
  while (path !== undefined && pages.length < 9) {
    const { status, body }: TestResponse<List> = await calendar.request('GET', path, { token: callerToken });
    expect(status).toBe(200);
    pages.push(body.events.map(({ title }) => title).join(''));
    path = body.next_rest_url?.replace(calendar.origin, '');
  }
  return pages;
}

describe('Sort orders of extensions', () => {
  it.each(ORDERS)(
    'by %s in %s: pages contain every record once; a password masks the sort value',
    async (orderby, language, anonymous, editor) => {
      const query = `orderby=${orderby}&ml_language=${language}`;
      for (const [titles, callerToken] of [[anonymous], [editor, calendar.token]]) {
        const pages = await readPages(query, callerToken);
        const reversed = await readPages(`${query}&order=desc`, callerToken);
        expect(pages.join(' ')).toBe(titles);
        expect([...reversed.join('')].toReversed().join('')).toBe(pages.join(''));
      }
    },
  );

  it('that depend on the language reject a cursor of another language', async () => {
    const first = await calendar.request<List>('GET', `${EVENTS_PATH}&orderby=subject&ml_language=ca`);
    const next = first.body.next_rest_url?.replace(calendar.origin, '') ?? '';
    const inSpanish = await calendar.request<{ params: object }>(
      'GET',
      next.replace('ml_language=ca', 'ml_language=es'),
    );
    expect(next).toContain('ml_language=ca');
    expect([inSpanish.status, Object.keys(inSpanish.body.params)]).toEqual([400, ['after']]);
  });

  it('are listed in the API document, and other values are rejected', async () => {
    const { body } = await calendar.request<{
      paths: Record<string, { get: { parameters: { name: string; schema: { enum: string[] } }[] } }>;
    }>('GET', 'doc');
    const parameters = dereference(body).paths['/calendar/events/v1/events']?.get.parameters ?? [];
    expect(parameters.find(({ name }) => name === 'orderby')?.schema.enum).toEqual(
      expect.arrayContaining(['date', 'rating', 'checked', 'subject']),
    );
    const invalid = await calendar.request<{ params: { orderby: string } }>('GET', 'events?orderby=ratings');
    expect([invalid.status, invalid.body.params.orderby]).toEqual([
      400,
      expect.stringMatching(/id, rating, checked, subject\.$/),
    ]);
    const venues = await calendar.request('GET', 'venues?orderby=rating');
    expect(venues.status).toBe(400);
  });
});

describe('Write hook of a value provider', () => {
  it('rejects a write', async () => {
    expect((await calendar.send('POST', 'events', { title: 'Refused', ...DATES })).status).toBe(403);
  });
});
