import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { sendTimed, type RequestSpec, type TimedResponse } from './timed-request.js';

/** Clients who ask the same questions over and over. */
export interface RequestLoop {
  /** Asks nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

export interface RequestLoopOptions {
  /** How many ask at once, each one question after the other. */
  readonly concurrency: number;
  /** How long each waits before its next question, in milliseconds. */
  readonly delayMs: number;
  /** Over how many milliseconds they begin, one after the other; default: all at the same moment. */
  readonly rampUpMs?: number;
  /** Hears of every answer. */
  readonly onResponse: (answer: TimedResponse) => void;
}

/** Has clients ask until they are told to stop, each beginning with another question. */
export function startRequestLoop(
  origin: string,
  questions: readonly RequestSpec[],
  { concurrency, delayMs, rampUpMs = 0, onResponse }: RequestLoopOptions,
): RequestLoop {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const state = { isStopping: false };
  const client = async (_each: unknown, first: number) => {
    await setTimeout((rampUpMs * first) / concurrency);
    for (let at = first; !state.isStopping; at += 1) {
      const question = questions[at % questions.length];
      if (question) onResponse(await sendTimed(origin, agent, question));
      await setTimeout(delayMs);
    }
  };
  const working = Promise.all(Array.from({ length: concurrency }, client));
  return {
    stop: async () => {
      state.isStopping = true;
      await working.finally(() => agent.destroy());
    },
  };
}
