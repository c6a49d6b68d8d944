import { compareBytes } from './compare-bytes.js';
import { removeCreated, type BenchDatabase } from './database.js';
import { driveInTurn, summarize, type Comparison } from './drive-in-turn.js';
import { TIGHT_SCHEMA } from './floor/tight-schema.js';
import { isSelected, type BenchOptions } from './options.js';
import { withResources, startFloor, startService } from './processes.js';
import { NAMESPACE, requestKinds } from './requests.js';
import { readValues } from './values.js';

/**
 * Compares the service without its response cache with the floor, which sends the same bytes, or with the tight floor,
 * which serves only some kinds of requests.
 */
export function compareWithFloor(
  database: BenchDatabase,
  name: 'floor' | 'tight',
  options: BenchOptions,
): Promise<Comparison[]> {
  return withResources(async (register) => {
    register({ stop: () => removeCreated(database) });
    register({
      stop: async () => void (await database.session.query(`drop schema if exists ${TIGHT_SCHEMA} cascade`)),
    });
    const service = register(await startService({ database }));
    const floor = register(await startFloor(database, name));
    const kinds = (await requestKinds(service, await readValues(database.session)))
      .map((kind) => ({ ...kind, goal: kind.goals[name] }))
      .filter((kind) => kind.goal !== undefined && isSelected(kind.name, options));
    if (name === 'floor') await compareBytes(service, floor, kinds);
    return summarize(kinds, await driveInTurn([service, floor], kinds, options));
  });
}

/** Compares a repeated list with and without the response cache. */
export function compareCache(database: BenchDatabase, options: BenchOptions): Promise<Comparison[]> {
  return withResources(async (register) => {
    const uncached = register(await startService({ database }));
    const cached = register(await startService({ database, environment: { CACHE_BYTES: '' } }));
    const draw = () => ({ method: 'GET', path: `${NAMESPACE}/events` }) as const;
    const kinds = [{ name: 'repeated list', goal: 4, draw }];
    return summarize(kinds, await driveInTurn([cached, uncached], kinds, options));
  });
}
