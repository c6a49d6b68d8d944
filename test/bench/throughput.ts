import { compareBytes } from './compare-bytes.js';
import { removeCreated, type BenchDatabase } from './database.js';
import { driveInTurn, JUDGED_CONNECTIONS, type Comparison } from './drive-in-turn.js';
import { TIGHT_SCHEMA } from './floor/tight-schema.js';
import { endingAll } from './interruption.js';
import { isAsked, type BenchOptions } from './options.js';
import { startFloor, startService } from './processes.js';
import { requestKinds } from './requests.js';
import { readValues } from './values.js';

/** Compares the service without its response cache with the floor, which sends the same bytes. */
export function compareThroughput(
  database: BenchDatabase,
  options: BenchOptions,
  signal: AbortSignal,
): Promise<Comparison[]> {
  return endingAll(async (started) => {
    started({ stop: () => removeCreated(database) });
    const settings = { database, nodeFlags: options.nodeFlags };
    const service = started(await startService(settings));
    const floor = started(await startFloor(settings));
    const all = await requestKinds(service, await readValues(database.session));
    const kinds = all.filter(({ name }) => isAsked(name, options));
    await compareBytes(service, floor, kinds, database);
    return driveInTurn([service, floor], kinds, options, signal);
  });
}

/**
 * Compares the service without its response cache with the tight floor, which serves only some kinds of requests, at 16
 * connections.
 */
export function compareWithTightFloor(
  database: BenchDatabase,
  options: BenchOptions,
  signal: AbortSignal,
): Promise<Comparison[]> {
  return endingAll(async (started) => {
    started({ stop: () => removeCreated(database) });
    started({ stop: () => removeTightFloor(database) });
    const settings = { database, nodeFlags: options.nodeFlags };
    const service = started(await startService(settings));
    const floor = started(await startFloor(settings, 'tight'));
    const all = await requestKinds(service, await readValues(database.session));
    const kinds = all
      .filter(({ name, tightGoal }) => tightGoal !== undefined && isAsked(name, options))
      .map(({ tightGoal: goal, ...kind }) => ({ ...kind, goal }));
    const { rounds, seconds, connections } = options;
    const driving = { rounds, seconds: seconds / connections.length, connections: [JUDGED_CONNECTIONS] };
    return driveInTurn([service, floor], kinds, driving, signal);
  });
}

async function removeTightFloor({ session }: BenchDatabase): Promise<void> {
  await session.query(`drop schema if exists ${TIGHT_SCHEMA} cascade`);
}
