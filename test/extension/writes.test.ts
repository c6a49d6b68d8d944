import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { onlyInFullRun } from '../support/jest/run-mode.js';
import {
  stopServiceProcesses,
  startServiceProcess,
  type ServiceProcess,
} from '../support/processes/service-process.js';

const ADMIN_TOKEN = 'extension-administrator-0123456789abcdef';
const folder = mkdtempSync(join(tmpdir(), 'calendar-writes-'));
chmodSync(folder, 0o755);
const LEDGER = join(folder, 'ledger');

interface Told {
  readonly id: string;
  readonly kind: string;
  readonly record: number;
  readonly action: string;
  readonly changes: Record<string, { readonly to?: unknown }>;
  readonly by: { readonly role: string };
}

let database: TestDatabase;
let service: ServiceProcess;
let base: string;

async function start(): Promise<void> {
  const environment = { DATABASE_URL: database.url, DATA_DIR: folder, ADMIN_TOKEN, LEDGER, LOG_LEVEL: 'warn' };
  service = startServiceProcess({ ...environment, EXTENSIONS: './test/extension/fixtures/ledger.mjs' });
  base = `${await service.origin}/calendar/events/v1`;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await start();
});
afterAll(async () => {
  await stopServiceProcesses();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, json?: object, token = ADMIN_TOKEN) {
  const answer = await fetch(`${base}/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(json ? { body: JSON.stringify(json) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const event = (title: string) => ({ title, start_date: '2030-05-01', end_date: '2030-05-02' });

function told(file = LEDGER): Told[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Told);
}

/** Polls until `find` returns a value. Fails after a minute. */
async function eventually<Found>(find: () => Found | undefined): Promise<Found> {
  for (let turn = 0; turn < 600; turn += 1) {
    const found = find();
    if (found !== undefined) return found;
    await setTimeout(100);
  }
  throw new Error('It did not come to be');
}

describe('Hook before a write', () => {
  it('rejects the write with a parameter error, and nothing is stored', async () => {
    const { status, body } = await send('POST', 'events', event('Refused'));
    expect([status, body['code'], Object.keys(body['params'] as object)]).toEqual([
      400,
      'invalid_parameter',
      ['title'],
    ]);
    expect((await send('GET', 'events?search=refused&start_date=2000-01-01')).body['total']).toBe(0);
  });

  it('changes the record, and the change is stored, served and delivered', async () => {
    const { status, body } = await send('POST', 'events', event('Amended'));
    expect([status, body['featured']]).toEqual([201, true]);
    const change = await eventually(() => told().find(({ record }) => record === body['id']));
    expect(change).toMatchObject({ kind: 'event', action: 'create', changes: { featured: { to: true } } });
    const other = await send('POST', 'events', event('Plain'));
    const updated = await send('PATCH', `events/${String(other.body['id'])}`, { title: 'Amended' });
    expect([updated.status, updated.body['featured']]).toEqual([200, true]);
  });

  it('hides a new event from listings, which updates has_events of its venue', async () => {
    const venue = await send('POST', 'venues', { venue: 'Empty Hall' });
    const { body } = await send('POST', 'events', { ...event('Withdrawn'), venue: [venue.body['id']] });
    expect(body['hide_from_listings']).toBe(true);
    const listed = await fetch(`${base}/venues?has_events=true&search=empty+hall`);
    expect(((await listed.json()) as { total: number }).total).toBe(0);
  });

  it('rejects the write depending on the role of the caller', async () => {
    const made = await fetch(`${base.replace('/calendar/events/v1', '/calendar/admin/v1')}/users`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'editor', role: 'editor' }),
    });
    const { token } = (await made.json()) as { token: string };
    const { body } = await send('POST', 'events', event('Kept'));
    const path = `events/${String(body['id'])}`;
    const refused = await send('DELETE', path, undefined, token);
    expect([refused.status, refused.body['code']]).toEqual([403, 'forbidden']);
    expect((await send('DELETE', path)).body['status']).toBe('trash');
  });
});

/** The short form kills no process: the changes of a killed process are delivered again after 10 to 15 s. */
describe('Change delivery after the commit', () => {
  it('contains the action, the changed fields and the role of the caller', async () => {
    const { body } = await send('POST', 'events', event('Told'));
    const path = `events/${String(body['id'])}`;
    await send('PATCH', path, { title: 'Told again', ml_language: 'en' });
    await send('DELETE', `${path}?force=true`);
    const all = await eventually(() => {
      const own = told().filter(({ record }) => record === body['id']);
      return own.length >= 3 ? own : undefined;
    });
    expect(all.map(({ action }) => action).toSorted()).toEqual(['create', 'delete', 'update']);
    expect(all.find(({ action }) => action === 'update')).toMatchObject({
      changes: { title: { from: 'Told', to: 'Told again' } },
      by: { role: 'administrator' },
    });
    expect(new Set(all.map(({ id }) => id)).size).toBe(3);
  });

  it('is retried after a handler fails', async () => {
    const { body } = await send('POST', 'tags', { name: 'Told twice' });
    const change = await eventually(() => told(`${LEDGER}.tags`).find(({ record }) => record === body['id']));
    expect(change.action).toBe('create');
    expect(service.output()).toContain('Change delivery to Ledger.tellOnce failed, will retry: ');
  });

  it('omits changes that were rolled back', async () => {
    const before = await send('POST', 'events', event('Before'));
    await send('POST', 'events', { ...event('Never'), venue: [99_999] });
    const after = await send('POST', 'events', event('After'));
    await eventually(() => told().find(({ record }) => record === after.body['id']));
    const titles = new Set(told().map(({ changes }) => changes['title']?.to));
    expect([titles.has('Never'), titles.has('Before')]).toEqual([false, true]);
    expect(before.status).toBe(201);
  });

  onlyInFullRun(() => {
    it('delivers every acknowledged change, even if the process is killed repeatedly', async () => {
      const acknowledged: number[] = [];
      for (let life = 0; life < 4; life += 1) {
        const writers = Array.from({ length: 4 }, async (_each, writer) => {
          for (let turn = 0; ; turn += 1) {
            const { status, body } = await send('POST', 'events', event(`Life ${life}, ${writer}, ${turn}`));
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
        const known = new Set(told().map(({ record }) => record));
        return acknowledged.filter((id) => !known.has(id));
      };
      await eventually(() => (missing().length === 0 ? true : undefined)).catch(() => expect(missing()).toEqual([]));
    }, 150_000);
  });
});
