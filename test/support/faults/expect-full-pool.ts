import { expect } from 'vitest';
import { waitForBlockedSession, withRolledBackTransaction } from '../database/database-session.js';
import { repeatParallel } from '../records/links.js';
import { ADMIN_HEADERS, rawRequest } from '../requests/raw-request.js';

/** Maximum connections of one process. */
const POOL_SIZE = 20;

/** Expects that a service can use all its database connections at once: no fault has leaked one. */
export async function expectFullPool(origin: string, databaseUrl: string): Promise<void> {
  // Not a list, because the service runs only a few lists at once.
  const request = { method: 'GET', path: '/calendar/events/v1/tags/999999', headers: ADMIN_HEADERS };
  const pending = await withRolledBackTransaction(databaseUrl, async (session) => {
    await session.query('lock table tags in access exclusive mode');
    const responses = repeatParallel(POOL_SIZE, () => rawRequest(origin, request));
    // With a leaked connection, they never all wait, and get 503.
    await Promise.race([waitForBlockedSession(session, POOL_SIZE), responses]);
    return { responses };
  });
  expect((await pending.responses).map(({ status }) => status)).toEqual(Array(POOL_SIZE).fill(404));
}
