import { afterAll, beforeAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/faults/run-mode.js';
import { commands } from '../support/model/commands.js';
import { retryingCalendar, type RetryingCalendar } from '../support/model/retrying-calendar.js';
import { createUsers, playCommands } from '../support/model/play-commands.js';
import type { User } from '../support/model/model-state.js';
import { startTestCalendar } from '../support/test-calendar.js';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? byRunMode(8, 100));
const COMMANDS = byRunMode(30, 100);
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const HOUR = 3_600_000;

let calendar: RetryingCalendar;
let users: User[];
beforeAll(async () => {
  calendar = retryingCalendar(await startTestCalendar());
  users = await createUsers(calendar);
});
afterAll(() => calendar.close());

describe('any requests whatever, one behind the other', () => {
  it(
    '9.3 8.3 8.5 8.9 8.14 3.2 4.1 5.5 are answered as the rules say, and show nobody more than he may see',
    async () => {
      let carriedOut = 0;
      const property = fc.asyncProperty(commands(COMMANDS), async (each) => {
        carriedOut += each.length;
        await playCommands(calendar, users, each);
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: process.env['FUZZ_SHRINK'] === undefined });
      printFigures('random commands', {
        seed: SEED,
        runs: RUNS,
        commands: carriedOut,
        asked_again: calendar.retries(),
      });
      // A 503 is an answer, but nothing has failed here.
      expectAtMostInFullRun(0, { 'answers 503': calendar.retries() });
    },
    HOUR,
  );
});
