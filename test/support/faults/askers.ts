import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { askTimed, type Question, type TimedAnswer } from './timed-request.js';

/** Clients who ask the same questions over and over. */
export interface Askers {
  /** Asks nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

export interface AskersOptions {
  /** How many ask at once, each one question after the other. */
  readonly ways: number;
  /** How long each waits before its next question, in milliseconds. */
  readonly pause: number;
  /** Over how many milliseconds they begin, one after the other; default: all at the same moment. */
  readonly spread?: number;
  /** Hears of every answer. */
  readonly onAnswer: (answer: TimedAnswer) => void;
}

/** Has clients ask until they are told to stop, each beginning with another question. */
export function startAskers(
  origin: string,
  questions: readonly Question[],
  { ways, pause, spread = 0, onAnswer }: AskersOptions,
): Askers {
  const agent = new Agent({ keepAlive: true, maxSockets: ways });
  const state = { isStopping: false };
  const client = async (_each: unknown, first: number) => {
    await setTimeout((spread * first) / ways);
    for (let at = first; !state.isStopping; at += 1) {
      const question = questions[at % questions.length];
      if (question) onAnswer(await askTimed(origin, agent, question));
      await setTimeout(pause);
    }
  };
  const working = Promise.all(Array.from({ length: ways }, client));
  return {
    stop: async () => {
      state.isStopping = true;
      await working.finally(() => agent.destroy());
    },
  };
}
