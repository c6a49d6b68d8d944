import { ConformanceLog, expectConformance } from './conformance-log.js';
import type { RawResponse } from '../raw-request.js';

/** Hands back an answer that is what the API document of its service says; from the first other one on, it throws. */
export type ConformanceChecker = (method: string, target: string, answer: RawResponse) => RawResponse;

/**
 * Compares what a service in a process of its own answers, with the document that it serves itself: of such a one no more
 * is seen than a client sees.
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
