// The floor: a hand-written server for the benchmark requests only. It sends the same bytes as the service, without its
// other features.
import pg from 'pg';
import { listEvents } from './list.js';
import { readBody, serve, type FloorResponse } from './serve.js';
import { BY_ID, BY_SLUG, CREATE } from './statements.js';
import { eventView, type Row } from './views.js';

/** Pool size of the service. */
const CONNECTIONS = 20;
/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';
const EVENTS = '/calendar/events/v1/events';
const BY_SLUG_PATH = `${EVENTS}/by-slug/`;

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: CONNECTIONS,
  // Values stay text: the views convert the columns that are numbers or JSON.
  types: { getTypeParser: () => (text: string) => text },
});

const { rows } = await pool.query<{ id: string }>(
  `select id from users where role = 'administrator' order by id limit 1`,
);
const authorId = Number(rows[0]?.id);

serve(pool, async (request): Promise<FloorResponse> => {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  if (request.method === 'POST')
    return [201, JSON.stringify(await createEvent(JSON.parse(await readBody(request)) as SimpleEvent))];
  if (path === EVENTS) return [200, JSON.stringify(await listEvents(pool, new URLSearchParams(query)))];
  const isBySlug = path.startsWith(BY_SLUG_PATH);
  const key = isBySlug ? decodeURIComponent(path.slice(BY_SLUG_PATH.length)) : path.slice(EVENTS.length + 1);
  const result = await pool.query<Row>({ ...(isBySlug ? BY_SLUG : BY_ID), values: [key] });
  const row = result.rows[0];
  return row ? [200, JSON.stringify(eventView(row))] : [404, '{}'];
});

/** Input of a simple event. */
interface SimpleEvent {
  readonly title: string;
  readonly description: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly venue: readonly [number];
  readonly categories: readonly [number];
}

/** Creates a simple event under the first free slug. */
async function createEvent(event: SimpleEvent): Promise<object> {
  const { title, description, start_date, end_date, timezone, venue, categories } = event;
  const baseSlug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const searchText = `${title} ${description.replace(/<[^>]*>/g, '')}`.toLowerCase();
  for (let suffix = 1; ; suffix += 1) {
    const slug = suffix === 1 ? baseSlug : `${baseSlug}-${suffix}`;
    const fieldValues = [title, description, slug, searchText, start_date, end_date, timezone];
    try {
      const { rows } = await pool.query<Row>({
        ...CREATE,
        values: [...fieldValues, venue[0], categories[0], authorId],
      });
      return eventView(rows[0] ?? {});
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    }
  }
}
