import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendEveryParameter, writeEveryField } from '../hostile/every-input.js';
import { fuzz } from '../hostile/fuzz/fuzz.js';
import { KnownRecords } from '../hostile/fuzz/known-records.js';
import { expectUnharmed, startHostileCalendar, type HostileCalendar } from '../hostile/hostile-calendar.js';
import { readCases } from '../hostile/read-cases.js';
import { fetchDocument } from '../support/document/served-document.js';
import { startMeasuredService } from '../support/faults/measured-service.js';
import { byRunMode, expectAtMostInFullRun, printFigures } from '../support/run/run-mode.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { KINDS } from '../support/records/kinds.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

/** Number of generated requests. */
const RUN_COUNT = Number(process.env['FUZZ_RUNS'] ?? byRunMode(1500, 18_000));
/** Seed of the generator. The short form always uses the same one. */
const SEED = Number(process.env['FUZZ_SEED'] ?? byRunMode(1, Date.now() % 2 ** 31));
/** Maximum event loop delay (p99) in milliseconds. */
const MAX_DELAY_MS = 50;

let hostile: HostileCalendar;
beforeAll(async () => {
  hostile = await startHostileCalendar();
});
afterAll(async () => {
  await stopServiceProcesses();
  await hostile.close();
});

describe('Hostile input, all cases', () => {
  it('all recorded cases: documented status, no data changed (9.3)', async () => {
    const cases = readCases();
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThan(2000);
    await expectUnharmed(hostile, cases);
  });

  it.each(KINDS)('every hostile value in every field and parameter of $path: no server error (9.3)', async (kind) => {
    expect(await writeEveryField(hostile, kind, 'all')).toBeGreaterThan(3);
    expect(await sendEveryParameter(hostile, kind, 'all')).toBeGreaterThan(3);
  });

  it('valid requests of the API document with one to three changes: documented responses (9.3, 10.3)', async () => {
    const { calendar, tokens } = hostile;
    const [document, knownRecords] = [await fetchDocument(calendar, 'en'), await KnownRecords.create(calendar)];
    const service = await startMeasuredService(calendar.databaseUrl);
    // Each read of the metrics resets the event loop delay. This one excludes the start-up.
    await service.metrics();
    const { origin } = service;
    const outcome = await fuzz({ origin, document, knownRecords, tokens, seed: SEED, runs: RUN_COUNT });
    const delay = 1000 * ((await service.metrics()).get('nodejs_eventloop_lag_p99_seconds') ?? NaN);
    const { failures, statuses, succeeded, operations } = outcome;
    const figures = { seed: SEED, requests: RUN_COUNT, succeeded, operations, delay_p99_ms: delay, ...statuses };
    printFigures('hostile requests', figures);
    expect(failures.slice(0, 20)).toEqual([]);
    expect(succeeded).toBeGreaterThan(operations / 2);
    expectAtMostInFullRun(MAX_DELAY_MS, { delay });
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    expect(await findInconsistencies(calendar.databaseUrl)).toEqual([]);
  });
});
