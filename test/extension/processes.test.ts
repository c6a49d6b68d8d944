import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { onlyInFullRun } from '../support/run/run-mode.js';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';
import { eventually } from '../support/processes/log-lines.js';
import { startServiceProcess, stopServiceProcesses } from '../support/processes/service-process.js';
import { startControlledService, type ControlledService } from '../support/processes/controlled-service.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';

const folder = useTemporaryFolder('writes');
const LEDGER = join(folder, 'ledger');

interface DeliveredChange {
  readonly id: string;
  readonly kind: string;
  readonly record: number;
  readonly action: string;
  readonly changes: Record<string, { readonly to?: unknown }>;
  readonly by: { readonly role: string };
}

let database: TestDatabase;
let service: ControlledService;

async function start(): Promise<void> {
  const environment = { DATABASE_URL: database.url, DATA_DIR: folder, LEDGER, LOG_LEVEL: 'warn' };
  const EXTENSIONS = 'speakers, ./test/extension/fixtures/hello.mjs, ./test/extension/fixtures/ledger.mjs';
  service = await startControlledService({ ...environment, EXTENSIONS });
}

beforeAll(async () => {
  database = await createTestDatabase();
  await start();
});
afterAll(async () => {
  await stopServiceProcesses();
  await database.drop();
});

const send = (method: string, path: string, json: object = {}) => service.write(method, path, json);
const eventInput = (title: string) => ({ title, start_date: '2030-05-01', end_date: '2030-05-02' });

function deliveredChanges(file = LEDGER): DeliveredChange[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as DeliveredChange);
}

describe('EXTENSIONS', () => {
  it('enables included extensions by name, and others by the path of their file (11.1)', async () => {
    expect((await send('GET', 'speakers')).status).toBe(200);
    expect((await send('GET', 'hello')).body).toEqual({ hello: 'world' });
    expect((await send('GET', '')).body['routes']).toHaveProperty(['/calendar/events/v1/hello']);
    const response = await send('DELETE', 'hello');
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('prevents the start if it names an unknown or invalid extension (11.1)', async () => {
    const { exitCode, output } = startServiceProcess({ EXTENSIONS: 'no-such, ./none.js, express' });
    expect(await exitCode).toBe(1);
    expect(output()).toContain('The service cannot start with these extensions:\n  no-such was not found among');
    expect(output()).toContain('\n  ./none.js was not found among the included extensions (');
    expect(output()).toContain('\n  express exports no extension. Export the class with @CalendarExtension() as');
  });
});

describe('Hook before a write', () => {
  it('rejects the write with a parameter error, and nothing is stored', async () => {
    const { status, body } = await send('POST', 'events', eventInput('Refused'));
    expect([status, body['code'], Object.keys(body['params'] as object)]).toEqual([
      400,
      'invalid_parameter',
      ['title'],
    ]);
    expect((await send('GET', 'events?search=refused&start_date=2000-01-01')).body['total']).toBe(0);
  });

  it('changes the record, and the change is stored, served and delivered', async () => {
    const { status, body } = await send('POST', 'events', eventInput('Amended'));
    expect([status, body['featured']]).toEqual([201, true]);
    const change = await eventually(() => deliveredChanges().find(({ record }) => record === body['id']));
    expect(change).toMatchObject({ kind: 'event', action: 'create', changes: { featured: { to: true } } });
    const plain = await send('POST', 'events', eventInput('Plain'));
    const updated = await send('PATCH', `events/${String(plain.body['id'])}`, { title: 'Amended' });
    expect([updated.status, updated.body['featured']]).toEqual([200, true]);
  });

  it('hides a new event from listings, so its venue does not match has_events=true', async () => {
    const venue = await send('POST', 'venues', { venue: 'Empty Hall' });
    const { body } = await send('POST', 'events', { ...eventInput('Withdrawn'), venue: [venue.body['id']] });
    expect(body['hide_from_listings']).toBe(true);
    expect((await send('GET', 'venues?has_events=true&search=empty+hall')).body['total']).toBe(0);
  });

  it('rejects the write depending on the role of the caller', async () => {
    const origin = await service.origin;
    const body = JSON.stringify({ username: 'editor', role: 'editor' });
    const headers = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
    const editor = await rawRequest(origin, { method: 'POST', path: '/calendar/admin/v1/users', headers, body });
    const path = `events/${String((await send('POST', 'events', eventInput('Kept'))).body['id'])}`;
    const Authorization = `Bearer ${String(editor.body['token'])}`;
    const deletion = { method: 'DELETE', path: `/calendar/events/v1/${path}`, headers: { Authorization } };
    const refused = await rawRequest(origin, deletion);
    expect([refused.status, refused.body['code']]).toEqual([403, 'forbidden']);
    expect((await send('DELETE', path)).body['status']).toBe('trash');
  });
});

/** The short form kills no process: the changes of a killed process are delivered again after 10 to 15 s. */
describe('Change delivery after the commit', () => {
  it('contains the action, the changed fields and the role of the caller', async () => {
    const { body } = await send('POST', 'events', eventInput('Delivered'));
    const path = `events/${String(body['id'])}`;
    await send('PATCH', path, { title: 'Delivered again', ml_language: 'en' });
    await send('DELETE', `${path}?force=true`);
    const all = await eventually(() => {
      const own = deliveredChanges().filter(({ record }) => record === body['id']);
      return own.length >= 3 ? own : undefined;
    });
    expect(all.map(({ action }) => action).toSorted()).toEqual(['create', 'delete', 'update']);
    expect(all.find(({ action }) => action === 'update')).toMatchObject({
      changes: { title: { from: 'Delivered', to: 'Delivered again' } },
      by: { role: 'administrator' },
    });
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  });

  it('is retried after a handler fails', async () => {
    const { body } = await send('POST', 'tags', { name: 'Delivered twice' });
    const change = await eventually(() =>
      deliveredChanges(`${LEDGER}.tags`).find(({ record }) => record === body['id']),
    );
    expect(change.action).toBe('create');
    expect(service.output()).toContain('Change delivery to Ledger.deliverOnSecondAttempt failed, will retry: ');
  });

  it('omits the changes of a rejected write', async () => {
    await send('POST', 'events', eventInput('Before'));
    const rejected = await send('POST', 'events', { ...eventInput('Never'), venue: [99_999] });
    expect(rejected.status).toBe(400);
    await send('POST', 'events', eventInput('After'));
    // Changes of different records are delivered in any order.
    const titles = await eventually(() => {
      const all = new Set(deliveredChanges().map(({ changes }) => changes['title']?.to));
      return all.has('Before') && all.has('After') ? all : undefined;
    });
    expect(titles.has('Never')).toBe(false);
  });

  onlyInFullRun(() => {
    it('delivers every acknowledged change, even if the process is killed repeatedly', async () => {
      const acknowledged: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const writers = Array.from({ length: 4 }, async (_each, writer) => {
          for (let attempt = 0; ; attempt += 1) {
            const { status, body } = await send('POST', 'events', eventInput(`Life ${round}, ${writer}, ${attempt}`));
            if (status === 201) acknowledged.push(body['id'] as number);
          }
        });
        await setTimeout(1200);
        service.child.kill('SIGKILL');
        await Promise.allSettled(writers);
        await service.exitCode;
        await start();
      }
      expect(acknowledged.length).toBeGreaterThan(40);
      const missing = () => {
        const deliveredIds = new Set(deliveredChanges().map(({ record }) => record));
        return acknowledged.filter((id) => !deliveredIds.has(id));
      };
      await eventually(() => (missing().length === 0 ? true : undefined)).catch(() => expect(missing()).toEqual([]));
    }, 150_000);
  });
});
