// The floor: a hand-written server for the benchmark requests only. It sends the same bytes as the service, without its
// other features.
import type { IncomingMessage } from 'node:http';
import pg from 'pg';
import { createEvent, type SimpleEvent } from './create.js';
import { listEvents } from './list.js';
import { readBody, serve, type FloorResponse } from './serve.js';
import { BY_ID, BY_SLUG } from './statements.js';
import { eventView, type Row } from './views.js';

/** Pool size of the service. */
const CONNECTIONS = 20;
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
    return [201, JSON.stringify(await createEvent(pool, authorId, await readEvent(request)))];
  if (path === EVENTS) return [200, JSON.stringify(await listEvents(pool, new URLSearchParams(query)))];
  const isBySlug = path.startsWith(BY_SLUG_PATH);
  const key = isBySlug ? decodeURIComponent(path.slice(BY_SLUG_PATH.length)) : path.slice(EVENTS.length + 1);
  const result = await pool.query<Row>({ ...(isBySlug ? BY_SLUG : BY_ID), values: [key] });
  const row = result.rows[0];
  return row ? [200, JSON.stringify(eventView(row))] : [404, '{}'];
});

const readEvent = async (request: IncomingMessage) => JSON.parse(await readBody(request)) as SimpleEvent;
