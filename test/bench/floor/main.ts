// What the service is compared with: the same bytes, by hand, without all that a service for others needs beside them.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { createEvent } from './create.js';
import { listEvents } from './list.js';
import { BY_ID, BY_SLUG } from './statements.js';
import { eventView, type Row } from './views.js';

/** As many as the service has. */
const CONNECTIONS = 20;
const EVENTS = '/calendar/events/v1/events';
const BY_SLUG_PATH = `${EVENTS}/by-slug/`;

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: CONNECTIONS,
  // Texts as they come: what is a number or JSON is known here.
  types: { getTypeParser: () => (text: string) => text },
});

const { rows } = await pool.query<{ id: string }>(
  `select id from users where role = 'administrator' order by id limit 1`,
);
const authorId = Number(rows[0]?.id);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  if (request.method === 'POST') return send(response, 201, await createEvent(pool, authorId, await bodyOf(request)));
  if (path === EVENTS) return send(response, 200, await listEvents(pool, new URLSearchParams(query)));
  const bySlug = path.startsWith(BY_SLUG_PATH);
  const key = bySlug ? decodeURIComponent(path.slice(BY_SLUG_PATH.length)) : path.slice(EVENTS.length + 1);
  const found = await pool.query<Row>({ ...(bySlug ? BY_SLUG : BY_ID), values: [key] });
  const row = found.rows[0];
  if (row) send(response, 200, eventView(row));
  else send(response, 404, {});
}

function send(response: ServerResponse, status: number, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length });
  response.end(bytes);
}

async function bodyOf(request: IncomingMessage): Promise<never> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as never;
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, {});
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('The floor listens'));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void pool.end());
});
