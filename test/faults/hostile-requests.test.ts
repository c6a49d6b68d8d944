import { afterEach, describe, expect, it } from '@jest/globals';
import { fetchDocument } from '../support/document/served-document.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/faults/run-mode.js';
import { startMeasuredService } from '../support/faults/measured-service.js';
import { fuzz } from '../support/hostile/fuzz.js';
import { KnownRecords } from '../support/hostile/known-records.js';
import { findInconsistencies } from '../support/find-inconsistencies.js';
import { stopServiceProcesses } from '../support/service-process.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

/** How many requests are made. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? byRunMode(1500, 18_000));
/** What they are made of: the same ones in every short run. */
const SEED = Number(process.env['FUZZ_SEED'] ?? byRunMode(1, Date.now() % 2 ** 31));
/** How long the event loop may be busy with other things, in milliseconds. */
const MOST_DELAY = 50;

let calendar: TestCalendar | undefined;
afterEach(async () => {
  await stopServiceProcesses();
  await calendar?.close();
});

async function tokensOf({ createToken: tokenOf }: TestCalendar) {
  return {
    administrator: ADMIN_TOKEN,
    editor: await tokenOf('editor'),
    author: await tokenOf('author'),
    contributor: await tokenOf('contributor'),
    subscriber: await tokenOf('subscriber'),
    anonymous: null,
    unknown: 'nobody-0123456789-0123456789-0123456789',
  };
}

describe('requests made from the API document, with one to three things wrong', () => {
  it('9.3 10.3 are answered as documented, never by a fault of the service, and soon', async () => {
    calendar = await startTestCalendar();
    const [document, known] = [await fetchDocument(calendar, 'en'), await KnownRecords.create(calendar)];
    const tokens = await tokensOf(calendar);
    const service = await startMeasuredService({ DATABASE_URL: calendar.databaseUrl });
    // Each reading begins a new measurement: this one leaves the delay of its start out.
    await service.metrics();
    const outcome = await fuzz({ origin: service.origin, document, known, tokens, seed: SEED, runs: RUNS });
    const delay = 1000 * ((await service.metrics()).get('nodejs_eventloop_lag_p99_seconds') ?? NaN);
    const { failures: faults, statuses, succeeded, operations } = outcome;
    printFigures('hostile requests', {
      seed: SEED,
      requests: RUNS,
      succeeded,
      operations,
      delay_p99_ms: delay,
      ...statuses,
    });
    expect(faults.slice(0, 20)).toEqual([]);
    expect(succeeded).toBeGreaterThan(operations / 2);
    expectAtMostInFullRun(MOST_DELAY, { delay });
    expect((await fetch(`${service.origin}/health/ready`)).status).toBe(200);
    expect(await findInconsistencies(calendar.databaseUrl)).toEqual([]);
  });
});
