import { expect } from 'vitest';
import type { TestResponse, RequestOptions, TestCalendar } from '../calendar/test-calendar.js';

/** Entity tags of single records. */
const RECORD_ENTITY_TAG = /^"([1-9]\d*)-[\da-f]{32}"$/;

/** Entity tag of a response, or `none`. */
export const tagOf = ({ headers }: TestResponse<object>): string => headers.get('ETag') ?? 'none';

/** Version in the entity tag of a record. */
export function versionOf(tag: string): number {
  const [, version] = RECORD_ENTITY_TAG.exec(tag) ?? [];
  if (version === undefined) throw new Error(`${tag} is not the entity tag of a record`);
  return Number(version);
}

/** Reads the entity tag of a path, by default without credentials. */
export async function readTag(calendar: TestCalendar, path: string, options: RequestOptions = {}): Promise<string> {
  const response = await calendar.request('GET', path, options);
  expect([path, response.status, response.text]).toEqual([path, 200, expect.anything()]);
  return tagOf(response);
}

/** Reads the version of the record at a path. */
export async function readVersion(calendar: TestCalendar, path: string, token?: string): Promise<number> {
  return versionOf(await readTag(calendar, path, token === undefined ? {} : { token }));
}

export const ifMatch = (tag: string): RequestOptions => ({ headers: { 'If-Match': tag } });
