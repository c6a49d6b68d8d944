import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

describe('docs/openapi.json', () => {
  it('equals the English OpenAPI document of the service, except for servers (10.1)', async () => {
    const { body } = await calendar.request<object>('GET', 'doc?ml_language=en');
    const committed = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as object;
    expect({ ...body, servers: [] }).toEqual({ ...committed, servers: [] });
  });
});
