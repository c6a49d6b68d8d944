import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database/test-database.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { rawRequest } from '../support/requests/raw-request.js';

afterEach(stopServiceProcesses);

describe('EXTENSIONS', () => {
  it('enables bundled extensions by name, and others by the path of their file (11.1)', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'calendar-extension-'));
    chmodSync(DATA_DIR, 0o755);
    const database = await createTestDatabase();
    const EXTENSIONS = 'speakers, ./test/extension/fixtures/hello.mjs';
    const { origin } = startServiceProcess({ DATA_DIR, DATABASE_URL: database.url, ADMIN_TOKEN, EXTENSIONS });
    const base = '/calendar/events/v1';
    const request = async (method: string, path: string) => rawRequest(await origin, { method, path: base + path });
    expect((await request('GET', '/speakers')).status).toBe(200);
    expect((await request('GET', '/hello')).body).toEqual({ hello: 'world' });
    expect((await request('GET', '')).body['routes']).toHaveProperty([`${base}/hello`]);
    const response = await request('DELETE', '/hello');
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    await stopServiceProcesses();
    await database.drop();
    rmSync(DATA_DIR, { recursive: true, force: true });
  });

  it('prevents the start if it names an unknown or invalid extension (11.1)', async () => {
    const { exitCode, output } = startServiceProcess({ EXTENSIONS: 'no-such, ./none.js, express' });
    expect(await exitCode).toBe(1);
    expect(output()).toContain('The service cannot start with these extensions:\n  no-such was not found among');
    expect(output()).toContain('\n  ./none.js was not found among the included extensions (');
    expect(output()).toContain('\n  express exports no extension. Export the class with @CalendarExtension() as');
  });
});
