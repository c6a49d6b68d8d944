import { AnswerLog, expectAsDocumented } from './answer-log.js';
import type { RawAnswer } from '../raw-request.js';

/** Rejects an answer that is not what the API document of its service says; hands back the others. */
export type Compare = (method: string, target: string, answer: RawAnswer) => RawAnswer;

/**
 * Compares what a service in a process of its own answers, with the document that it serves itself: of such a one no more
 * is seen than a client sees.
 */
export async function compareAnswers(origin: string): Promise<Compare> {
  const response = await fetch(`${origin}/calendar/events/v1/doc?ml_language=en`);
  const document = (await response.json()) as object;
  return (method, target, answer) => {
    const log = new AnswerLog(() => document);
    const { status, headers, text } = answer;
    log.note({ method, target, status, headers, body: method === 'HEAD' ? undefined : Buffer.from(text) });
    expectAsDocumented(log.found().deviations);
    return answer;
  };
}
