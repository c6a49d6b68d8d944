import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { statusOfCode, type ErrorCode } from '../../src/kernel/errors/error-codes.js';
import { ALL_CODES } from '../support/requests/error-codes.js';
import { createRecord } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
const logged: string[] = [];
beforeAll(async () => {
  calendar = await startTestCalendar();
  const note = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
  calendar.application.useLogger({ log: note, warn: note, error: note });
});
afterAll(() => calendar.close());

/** Runs a statement on the database directly, without the service. */
async function alter(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: calendar.databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

describe('Error codes', () => {
  it('are those of the contract, each with its status, and are all in the OpenAPI document (9.2)', async () => {
    const codes = Object.keys(ALL_CODES) as ErrorCode[];
    expect(Object.fromEntries(codes.map((code) => [code, statusOfCode(code)]))).toEqual(ALL_CODES);
    const { body } = await calendar.request<{ components: { schemas: Record<string, { enum?: string[] }> } }>(
      'GET',
      'doc',
    );
    expect(body.components.schemas['ErrorCode']?.enum?.toSorted()).toEqual(codes.toSorted());
  });

  it('internal has no internal details; the log has them, with the request id (9.2)', async () => {
    const { id } = await createRecord(calendar, 'tags');
    await alter('alter table tags rename to tags_hidden_away');
    for (const language of ['ca', 'en', 'es']) {
      const headers = { 'X-Request-Id': `look-for-${language}`, 'Accept-Language': language };
      const answer = await calendar.request('GET', `tags/${id}`, { headers });
      expect([answer.status, answer.body['code']]).toEqual([500, 'internal']);
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/problem\+json\b/);
      expect(answer.headers.get('Content-Language')).toBe(language);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'detail', 'instance', 'status', 'title', 'type']);
      expect(answer.text).not.toMatch(/tags_hidden|relation|select|postgres|42P01|\.ts|\.js|node_modules/i);
      const lines = logged.filter((line) => line.includes(`look-for-${language}`));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(String.raw`relation \"tags\" does not exist`);
    }
    await alter('alter table tags_hidden_away rename to tags');
    expect((await calendar.request('GET', `tags/${id}`)).status).toBe(200);
  });
});
