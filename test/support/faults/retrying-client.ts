import { setTimeout } from 'node:timers/promises';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from '../raw-request.js';

/** A client who sends a write again where the service was busy. */
export interface RetryingClient {
  /** How often it was told so, by 503. */
  readonly rejections: number;
  /**
   * Creates an event that has its dates already, as an administrator.
   * @param key under which another request of its own may be in progress
   */
  create(origin: string, fields: object, key?: string): Promise<RawResponse>;
}

export function retryingClient(): RetryingClient {
  let refusals = 0;
  return {
    get rejections() {
      return refusals;
    },
    create: async (origin, fields, key) => {
      for (;;) {
        const answer = await create(origin, fields, key);
        if (answer.status === 503) refusals += 1;
        else if (answer.body['code'] !== 'request_in_progress') return answer;
        await setTimeout(50);
      }
    },
  };
}

function create(origin: string, fields: object, key: string | undefined): Promise<RawResponse> {
  const dates = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };
  return rawRequest(origin, {
    method: 'POST',
    path: '/calendar/events/v1/events',
    headers: { ...ADMIN_HEADERS, 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
    body: JSON.stringify({ ...dates, ...fields }),
  });
}
