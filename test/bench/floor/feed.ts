// The floor of calendar files: all public events in one stream, read in batches of one statement each.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { feedEvent } from './feed-event.js';
import { BATCH_SIZE, FEED_BATCH, type FeedRow } from './feed-statement.js';

/** UUID in the `UID` of each event. */
const uuid = process.env['CALENDAR_UUID'] ?? '';

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  types: { getTypeParser: () => (text: string) => text },
});

const readBatch = async (start: string, id: string): Promise<readonly FeedRow[]> => {
  const { rows } = await pool.query<FeedRow & string[]>({ ...FEED_BATCH, values: [start, id], rowMode: 'array' });
  return rows;
};

async function write(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/calendar; charset=utf-8' });
  response.write('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n');
  let next: Promise<readonly FeedRow[]> | undefined = readBatch('0', '0');
  while (next) {
    const rows: readonly FeedRow[] = await next;
    if (response.destroyed) return;
    const last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined;
    next = last && readBatch(last[1], last[0]);
    let text = '';
    for (const row of rows) text += feedEvent(row, uuid);
    if (!response.write(text)) await once(response, 'drain');
  }
  response.end('END:VCALENDAR\r\n');
}

const server = createServer((_request, response) => {
  write(response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => console.log('The floor listens'));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => void pool.end());
});
