import { AnswerLog, expectAsDocumented } from './answer-log.js';
import type { RawAnswer } from '../raw-request.js';

/** Hands back an answer that is what the API document of its service says; from the first other one on, it throws. */
export type Compare = (method: string, target: string, answer: RawAnswer) => RawAnswer;

/**
 * Compares what a service in a process of its own answers, with the document that it serves itself: of such a one no more
 * is seen than a client sees.
 */
export async function compareAnswers(origin: string): Promise<Compare> {
  const response = await fetch(`${origin}/calendar/events/v1/doc?ml_language=en`);
  const document = (await response.json()) as object;
  const log = new AnswerLog(() => document);
  return (method, target, answer) => {
    const { status, headers, text } = answer;
    log.note({ method, target, status, headers, body: method === 'HEAD' ? undefined : Buffer.from(text) });
    expectAsDocumented(log.found().deviations);
    return answer;
  };
}
