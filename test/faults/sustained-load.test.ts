import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { USERS_PATH } from '../support/accounts/accounts.js';
import { countRows } from '../support/database/database-session.js';
import { expectAtMostInFullRun, byRunMode, isFullRun, printFigures } from '../support/run/run-mode.js';
import { useMeasuredService } from '../support/faults/measured-service.js';
import { startMixedLoad, type Credentials } from './mixed-load.js';
import { ResponseLog, isNotServerError } from '../support/faults/response-log.js';

const MINUTE_MS = 60_000;
const DURATION_MS = byRunMode(8_000, 20 * MINUTE_MS);
/** Time until caches are full, hot code is compiled, and process memory has reached its size, in milliseconds. */
const WARM_UP_MS = byRunMode(4_000, 10 * MINUTE_MS);
const SAMPLE_INTERVAL_MS = byRunMode(2_000, 10_000);

const service = useMeasuredService({ CACHE_BYTES: '4000000' });

async function createCredentials(): Promise<Credentials> {
  const credentialsOf = async (role: string) => {
    const { token } = await service.create(USERS_PATH, { username: role, role });
    return { Authorization: `Bearer ${String(token)}` };
  };
  return {
    editor: await credentialsOf('editor'),
    author: await credentialsOf('author'),
    subscriber: await credentialsOf('subscriber'),
    anonymous: {},
  };
}

type Sample = Awaited<ReturnType<typeof takeSample>>;

async function takeSample(startedAt: number) {
  const { retained, resident } = await service.memory();
  return {
    /** Since the start. */
    minutes: (performance.now() - startedAt) / MINUTE_MS,
    retained_mb: retained / 1e6,
    resident_mb: resident / 1e6,
    handles: await service.openHandles(),
    descriptors: readdirSync(`/proc/${service.process.child.pid}/fd`).length,
    connections: await countRows(service.databaseUrl, 'pg_stat_activity', 'datname = current_database()'),
  };
}

/** Takes samples while the service is used. */
async function takeSamples(): Promise<Sample[]> {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  while (performance.now() - startedAt < DURATION_MS) {
    await setTimeout(SAMPLE_INTERVAL_MS);
    samples.push(await takeSample(startedAt));
  }
  return samples;
}

/** Slope of the least squares line: how much a figure grows per unit of time. */
function slopeOf(points: readonly (readonly [time: number, figure: number])[]): number {
  const meanOf = (term: (time: number, figure: number) => number) =>
    points.reduce((sum, [time, figure]) => sum + term(time, figure), 0) / points.length;
  const [meanTime, meanFigure] = [meanOf((time) => time), meanOf((_time, figure) => figure)];
  const covariance = meanOf((time, figure) => (time - meanTime) * (figure - meanFigure));
  return covariance / meanOf((time) => (time - meanTime) ** 2);
}

const COUNTED_FIGURES = ['handles', 'descriptors', 'connections'] as const;

/** Memory growth per minute, and the increase of the maxima of the other figures after the warm-up. */
function growthOf(samples: readonly Sample[]) {
  const [warmUp, later] = [
    samples.filter(({ minutes }) => minutes * MINUTE_MS <= WARM_UP_MS),
    samples.filter(({ minutes }) => minutes * MINUTE_MS > WARM_UP_MS),
  ];
  const maximum = (name: (typeof COUNTED_FIGURES)[number], samplesOf: readonly Sample[]) =>
    Math.max(...samplesOf.map((sample) => sample[name]));
  const increases = COUNTED_FIGURES.map(
    (name) => [`more_${name}`, maximum(name, later) - maximum(name, warmUp)] as const,
  );
  return {
    retained_mb_a_minute: slopeOf(later.map(({ minutes, retained_mb }) => [minutes, retained_mb])),
    resident_mb_a_minute: slopeOf(later.map(({ minutes, resident_mb }) => [minutes, resident_mb])),
    ...(Object.fromEntries(increases) as Record<`more_${(typeof COUNTED_FIGURES)[number]}`, number>),
  };
}

describe('Mixed and hostile load', () => {
  it('no server errors or unexpected responses, no growth of memory, handles and connections (9.3)', async () => {
    const [valid, hostile] = [new ResponseLog(), new ResponseLog(isNotServerError)];
    await service.create('/calendar/events/v1/tags', { name: 'Everywhere' });
    const load = startMixedLoad(service.origin, {
      credentials: await createCredentials(),
      onResponse: valid.record,
      onHostileResponse: hostile.record,
    });
    const samples = await takeSamples().finally(load.stop);
    const growth = growthOf(samples);
    const last = samples.at(-1);
    printFigures('sustained load', {
      valid: valid.total,
      hostile: hostile.total,
      unavailable: valid.unavailable + hostile.unavailable,
      longest_ms: Math.max(valid.longestMs, hostile.longestMs),
      ...(isFullRun && growth),
      ...last,
    });
    expect([valid.unexpected, hostile.unexpected]).toEqual([[], []]);
    expect(await countRows(service.databaseUrl, 'events')).toBe(0);
    expectAtMostInFullRun(0, { unavailable: valid.unavailable + hostile.unavailable });
    const { retained_mb_a_minute, resident_mb_a_minute, ...otherGrowth } = growth;
    expectAtMostInFullRun(1, { retained_mb_a_minute, resident_mb_a_minute });
    expectAtMostInFullRun(5, otherGrowth);
  });
});
