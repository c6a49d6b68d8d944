import { expect } from 'vitest';
import type { Kind, ServedRecord } from './kinds.js';
import type { TestResponse, TestCalendar } from '../calendar/test-calendar.js';

const DAY_MS = 86_400_000;

const dateInDays = (days: number, time = '19:00:00'): string =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)} ${time}`;

/** Dates of an event within the default window of the event list. */
export const upcomingDates = (days = 10) => ({ start_date: dateInDays(days), end_date: dateInDays(days, '21:00:00') });

/** A page of a list. */
export type ServedPage = Record<Kind['path'], ServedRecord[]> & {
  page: number;
  per_page: number;
  total: number;
  total_pages: number;
  rest_url: string;
  next_rest_url: string | null;
  previous_rest_url: string | null;
};

/** Path and query of a URL. */
export const pathAndQueryOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');

/** Reads one page. */
export async function readPage(
  calendar: TestCalendar,
  path: string,
  token?: string,
): Promise<TestResponse<ServedPage>> {
  const response = await calendar.request<ServedPage>('GET', path, { token });
  expect([path, response.status, response.body]).toEqual([path, 200, expect.anything()]);
  return response;
}

/** Follows `next_rest_url` to the end and returns all ids. `afterPage` runs after each page. */
export async function followPages(
  calendar: TestCalendar,
  kind: Kind['path'],
  path: string,
  afterPage: (ids: readonly number[]) => Promise<void> = async () => undefined,
): Promise<number[]> {
  const ids: number[] = [];
  for (let next: string | null = path; next !== null;) {
    const { body } = await readPage(calendar, next);
    ids.push(...body[kind].map(({ id }) => id));
    next = body.next_rest_url && pathAndQueryOf(body.next_rest_url);
    await afterPage(ids);
  }
  return ids;
}
