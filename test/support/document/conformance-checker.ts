import { ConformanceLog, expectConformance } from './conformance-log.js';
import type { RawResponse } from '../requests/raw-request.js';

/** Returns the given response if it conforms to the API document. Throws from the first deviation on. */
type ConformanceChecker = (method: string, target: string, response: RawResponse) => RawResponse;

/** Creates a checker that compares responses of a service in another process with the API document that it serves. */
export async function conformanceChecker(origin: string): Promise<ConformanceChecker> {
  const documentResponse = await fetch(`${origin}/calendar/events/v1/doc?ml_language=en`);
  const document = (await documentResponse.json()) as object;
  const log = new ConformanceLog(() => document);
  return (method, target, response) => {
    const { status, headers, text } = response;
    log.record({ method, target, status, headers, body: method === 'HEAD' ? undefined : Buffer.from(text) });
    expectConformance(log.report().deviations);
    return response;
  };
}
