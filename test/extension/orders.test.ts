import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
import { createTestCalendar, type TestCalendar } from 'calendar-events-service/testing';
import { sql, type RawBuilder } from 'kysely';

const LANGUAGES = ['ca', 'en', 'es'] as const;
type Language = (typeof LANGUAGES)[number];

const member = ({ alias }: RecordScope, ...names: readonly string[]): RawBuilder<string> =>
  sql<string>`${sql.ref(`${alias}.custom_fields`)} #>> ${sql.val(names)}::text[]`;

/** Sort orders of every type that a cursor supports. */
@ExtendsRecord(EVENT, { orders: ['rating', 'checked', 'subject'] })
class OrdersOfEvents implements RecordExtension {
  orderBy(name: string, { language: { requested: asked } }: RequestContext, event: RecordScope): ExtensionSortKey {
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
      expression: sql`${member(event, 'subject', asked)} collate "C"`,
      maskedValue: sql`''`,
      type: 'text',
      variant: asked,
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

interface Given {
  readonly title: string;
  readonly rating?: number;
  readonly checked?: string;
  readonly subject?: Readonly<Record<Language, string>>;
  readonly password?: string;
}

const subject = (ca: string, en: string, es: string) => ({ ca, en, es });

/** In order of id. Unmasked, the values of password-protected events would sort first or last. */
const EVENTS: readonly Given[] = [
  { title: 'A', rating: 3, checked: '2026-01-02T00:00:00.000001Z', subject: subject('c', 'a', 'b') },
  { title: 'B', rating: -7, checked: 'infinity', subject: subject('a', 'b', 'c') },
  { title: 'C' },
  { title: 'D', rating: 99, checked: '2999-01-01T00:00:00Z', subject: subject('z', 'z', 'z'), password: 'sesame' },
  { title: 'E', rating: 3, checked: '2026-01-02T00:00:00Z', subject: subject('b', 'c', 'a') },
  { title: 'F', rating: 5e18, checked: '1900-01-01T00:00:00Z', subject: subject('b', 'a', 'd') },
  { title: 'G', rating: -99, checked: '1800-01-01T00:00:00Z', subject: subject('0', '0', '0'), password: 'sesame' },
];

/** Sort value of an event. Missing and masked values use the default. */
const VALUES: Readonly<Record<string, (given: Given, language: Language) => number | string>> = {
  rating: ({ rating = 0 }) => rating,
  checked: ({ checked = '-infinity' }) =>
    Number.isNaN(Date.parse(checked))
      ? checked === 'infinity'
        ? Infinity
        : -Infinity
      : Date.parse(checked) * 1000 + (checked.includes('.000001') ? 1 : 0),
  subject: ({ subject: texts }, language) => texts?.[language] ?? '',
};

let calendar: TestCalendar;
let token: string;
let titles: ReadonlyMap<number, string>;

beforeAll(async () => {
  calendar = await createTestCalendar({ extensions: [RatingsModule] });
  token = await calendar.createToken('editor');
  const made = new Map<number, string>();
  for (const { title, password, ...custom_fields } of EVENTS) {
    const dates = { start_date: '2030-05-01', end_date: '2030-05-02' };
    const json = { title, custom_fields, ...(password ? { password } : {}), ...dates };
    made.set((await calendar.request<{ id: number }>('POST', 'events', { token, json })).body.id, title);
  }
  titles = made;
});
afterAll(() => calendar.close());

interface List {
  readonly events: readonly { readonly id: number }[];
  readonly next_rest_url: string | null;
}

const ALL = 'events?per_page=2&start_date=2000-01-01&end_date=2100-01-01';

/** Titles of a list, page by page. */
async function walk(query: string, as?: string): Promise<string[][]> {
  const pages: string[][] = [];
  let path: string | undefined = `${ALL}&${query}`;
  while (path !== undefined && pages.length < 9) {
    const { status, body }: { status: number; body: List } = await calendar.request<List>(
      'GET',
      path,
      as ? { token: as } : {},
    );
    expect(status).toBe(200);
    pages.push(body.events.map(({ id }) => titles.get(id) ?? '?'));
    path = body.next_rest_url?.replace(calendar.origin, '');
  }
  return pages;
}

function expected(orderby: string, order: string, language: Language, isEditor: boolean): string[] {
  const value = VALUES[orderby] ?? (() => 0);
  const seen = EVENTS.map((given) => (given.password && !isEditor ? { title: given.title } : given));
  const sorted = seen
    .map((given, index) => ({ title: given.title, index, value: value(given, language) }))
    .toSorted((one, other) => (one.value === other.value ? one.index - other.index : one.value < other.value ? -1 : 1))
    .map(({ title }) => title);
  return order === 'asc' ? sorted : sorted.toReversed();
}

const CASES = ['rating', 'checked', 'subject'].flatMap((orderby) =>
  ['asc', 'desc'].flatMap((order) => LANGUAGES.map((language) => [orderby, order, language] as const)),
);

describe('Sort orders of extensions', () => {
  it.each(CASES)(
    'by %s %s in %s: pages contain every record once; a password masks the sort value',
    async (orderby, order, language) => {
      const query = `orderby=${orderby}&order=${order}&ml_language=${language}`;
      for (const as of [undefined, token]) {
        const pages = await walk(query, as);
        expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 1]);
        expect(pages.flat()).toEqual(expected(orderby, order, language, as !== undefined));
      }
    },
  );

  it('ignore letter case and default to ascending', async () => {
    expect((await walk('orderby=RATING')).flat()).toEqual(expected('rating', 'asc', 'en', false));
    expect((await walk('orderby=checked')).flat()).toEqual(expected('checked', 'asc', 'en', false));
  });

  it('reject a cursor that was issued in another language', async () => {
    const first = await calendar.request<List>('GET', `${ALL}&orderby=subject&ml_language=ca`);
    const next = first.body.next_rest_url?.replace(calendar.origin, '') ?? '';
    const other = await calendar.request<{ params: object }>('GET', next.replace('ml_language=ca', 'ml_language=es'));
    expect(next).toContain('ml_language=ca');
    expect([other.status, Object.keys(other.body.params)]).toEqual([400, ['after']]);
  });

  it('are listed in the API document, and other values are rejected', async () => {
    const { body } = await calendar.request<{
      paths: Record<string, { get: { parameters: { name: string; schema: { enum: string[] } }[] } }>;
    }>('GET', 'doc');
    const parameters = body.paths['/calendar/events/v1/events']?.get.parameters ?? [];
    expect(parameters.find(({ name }) => name === 'orderby')?.schema.enum).toEqual(
      expect.arrayContaining(['date', 'rating', 'checked', 'subject']),
    );
    const wrong = await calendar.request<{ params: { orderby: string } }>('GET', 'events?orderby=ratings');
    expect([wrong.status, wrong.body.params.orderby]).toEqual([
      400,
      expect.stringMatching(/id, rating, checked, subject\.$/),
    ]);
    const venues = await calendar.request('GET', 'venues?orderby=rating');
    expect(venues.status).toBe(400);
  });

  it('work from a factory provider; a value provider can reject a write', async () => {
    const dates = { start_date: '2030-05-01', end_date: '2030-05-02' };
    const { status } = await calendar.request('POST', 'events', { token, json: { title: 'Refused', ...dates } });
    expect(status).toBe(403);
  });
});
