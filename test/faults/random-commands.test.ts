import { afterAll, beforeAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { expectAtMostInFull, inForm, report } from '../support/faults/form.js';
import { commands } from '../support/model/commands.js';
import { patient, type PatientCalendar } from '../support/model/patient.js';
import { makeUsers, play } from '../support/model/played.js';
import type { User } from '../support/model/world.js';
import { startTestCalendar } from '../support/test-calendar.js';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? inForm(8, 100));
const COMMANDS = inForm(30, 100);
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const HOUR = 3_600_000;

let calendar: PatientCalendar;
let users: User[];
beforeAll(async () => {
  calendar = patient(await startTestCalendar());
  users = await makeUsers(calendar);
});
afterAll(() => calendar.close());

describe('any requests whatever, one behind the other', () => {
  it(
    '9.3 8.3 8.5 8.9 8.14 3.2 4.1 5.5 are answered as the rules say, and show nobody more than he may see',
    async () => {
      let carriedOut = 0;
      const property = fc.asyncProperty(commands(COMMANDS), async (each) => {
        carriedOut += each.length;
        await play(calendar, users, each);
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: process.env['FUZZ_SHRINK'] === undefined });
      report('random commands', { seed: SEED, runs: RUNS, commands: carriedOut, asked_again: calendar.askedAgain() });
      // A 503 is an answer, but nothing has failed here.
      expectAtMostInFull(0, { 'answers 503': calendar.askedAgain() });
    },
    HOUR,
  );
});
