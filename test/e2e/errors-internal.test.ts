import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ERROR_CODES } from '../../src/kernel/errors/error-codes.js';
import { createRecord } from '../support/kinds.js';
import { startInProcessCalendar, type InProcessCalendar } from '../support/in-process-calendar.js';

let calendar: InProcessCalendar;
const logged: string[] = [];
beforeAll(async () => {
  calendar = await startInProcessCalendar();
  const note = (...parts: unknown[]) => void logged.push(JSON.stringify(parts));
  calendar.application.useLogger({ log: note, warn: note, error: note });
});
afterAll(() => calendar.close());

/** Does something to the database of the calendar behind its back. */
async function alter(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: calendar.databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Those of the contract, of each kind that there is. */
const CODES = {
  no_route: 404,
  method_not_allowed: 405,
  missing_parameter: 400,
  invalid_parameter: 400,
  invalid_json: 400,
  unsupported_media_type: 415,
  payload_too_large: 413,
  uri_too_long: 414,
  unauthorized: 401,
  invalid_credentials: 401,
  forbidden: 403,
  event_not_found: 404,
  venue_not_found: 404,
  organizer_not_found: 404,
  category_not_found: 404,
  tag_not_found: 404,
  user_not_found: 404,
  token_not_found: 404,
  translation_not_found: 404,
  page_not_found: 404,
  event_password_required: 403,
  event_in_trash: 410,
  venue_in_trash: 410,
  organizer_in_trash: 410,
  term_exists: 409,
  last_translation: 409,
  conflict: 409,
  precondition_failed: 412,
  precondition_required: 428,
  idempotency_conflict: 422,
  request_in_progress: 409,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
};

/** What happens below the interface, for which the contract has no code. */
const ADDED = { bad_request: 400, request_timeout: 408, header_fields_too_large: 431 };

describe('codes', () => {
  it('9.2 are those of the contract, each with its status, and three for what is no request; all are documented', async () => {
    expect(ERROR_CODES).toEqual({ ...CODES, ...ADDED });
    const { body } = await calendar.request<{ components: { schemas: Record<string, { enum?: string[] }> } }>(
      'GET',
      'doc',
    );
    expect(body.components.schemas['ErrorCode']?.enum?.toSorted()).toEqual(Object.keys(ERROR_CODES).toSorted());
  });

  it('9.2 internal has no inner detail; the log has it, under the request id', async () => {
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
