import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { TestResponse, TestCalendar } from '../test-calendar.js';

/** How often a request is sent at most. */
const MAX_ATTEMPTS = 5;

/** A calendar that is asked again, and how often it was. */
export interface RetryingCalendar extends TestCalendar {
  readonly retries: () => number;
}

/**
 * Asks again where a machine that does much else took the limits of time, which the service says by 503. Keys keep writes from
 * being carried out twice.
 */
export function retryingCalendar(calendar: TestCalendar): RetryingCalendar {
  let again = 0;
  const request: TestCalendar['request'] = async <Body>(
    ...[method, path, sent]: Parameters<TestCalendar['request']>
  ) => {
    const key: Record<string, string> = method === 'GET' ? {} : { 'Idempotency-Key': randomUUID() };
    const once = () => calendar.request<Body>(method, path, { ...sent, headers: { ...sent?.headers, ...key } });
    let answer = await once();
    for (let attempt = 1; attempt < MAX_ATTEMPTS && isRetryable(answer); attempt += 1) {
      again += 1;
      await setTimeout(1000 * Number(answer.headers.get('Retry-After') ?? 1));
      answer = await once();
    }
    return answer;
  };
  return { ...calendar, request, retries: () => again };
}

const isRetryable = ({ status, body }: TestResponse<unknown>): boolean =>
  status === 503 || (body as { code?: string }).code === 'request_in_progress';
