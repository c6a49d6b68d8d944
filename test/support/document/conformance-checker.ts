import { ConformanceLog, expectConformance } from './conformance-log.js';
import type { RawResponse } from '../requests/raw-request.js';

/** Returns a response that conforms to the API document, and throws from the first deviation on. */
type ConformanceChecker = (method: string, target: string, answer: RawResponse) => RawResponse;

/**
 * Compares the responses of a service in its own process with the API document that it serves.
 */
export async function conformanceChecker(origin: string): Promise<ConformanceChecker> {
  const response = await fetch(`${origin}/calendar/events/v1/doc?ml_language=en`);
  const document = (await response.json()) as object;
  const log = new ConformanceLog(() => document);
  return (method, target, answer) => {
    const { status, headers, text } = answer;
    log.record({ method, target, status, headers, body: method === 'HEAD' ? undefined : Buffer.from(text) });
    expectConformance(log.report().deviations);
    return answer;
  };
}
