// The tight floor: sends less data and validates nothing. PostgreSQL builds the JSON from dedicated tables, and it is
// sent as text.
import pg from 'pg';
import { readBody, serve, type FloorResponse } from './serve.js';
import { CREATE_TABLES, TIGHT_SCHEMA, TIGHT_TABLES } from './tight-schema.js';
import type { Statement } from './statements.js';
import { TIGHT_CREATE, TIGHT_LIST, TIGHT_READ } from './tight-statements.js';

/** Smaller than the pool of the service: on few cores, more connections only wait for each other. */
const CONNECTIONS = 10;
const EVENTS = '/calendar/events/v1/events';

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: CONNECTIONS,
  options: `-c search_path=${TIGHT_SCHEMA} -c plan_cache_mode=force_generic_plan -c random_page_cost=1.1 -c jit=off`,
  types: { getTypeParser: () => (text: string) => text },
});

await pool.query(`begin; ${CREATE_TABLES} commit`);
await pool.query(`vacuum (analyze) ${TIGHT_TABLES}`);

const read = async (statement: Statement, value: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ body: string }>({ ...statement, values: [value] });
  return rows[0]?.body;
};

serve(pool, async (request): Promise<FloorResponse> => {
  const { url = '', method } = request;
  if (method === 'POST') return [201, (await read(TIGHT_CREATE, await readBody(request))) ?? ''];
  if (url === EVENTS) return [200, (await read(TIGHT_LIST, new Date().toISOString())) ?? ''];
  const body = await read(TIGHT_READ, url.slice(EVENTS.length + 1));
  return body === undefined ? [404, '{}'] : [200, body];
});
