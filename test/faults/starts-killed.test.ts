import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/persistence/migrations/index.js';
import { USERS_PATH } from '../support/accounts/accounts.js';
import { countRows, query } from '../support/database/database-session.js';
import { killTree } from '../support/faults/cluster.js';
import { createDataFolder, type DataFolder } from '../support/faults/embedded-service.js';
import { byRunMode, isFullRun, printFigures } from '../support/run/run-mode.js';
import { prepareRestartableService } from '../support/faults/restartable-service.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';

const FOLDER_COUNT = byRunMode(1, 20);

/** Includes the demo agenda and a generated administrator token. */
const SETTINGS = { ADMIN_TOKEN: '', DEMO: 'true', LOG_LEVEL: 'silent' };

/** Required state after each complete start. */
const COMPLETE_STATE = {
  migrations: MIGRATIONS.map(({ name }) => name),
  users: [{ role: 'administrator' }],
  administratorStatus: 200,
  inconsistencies: [],
};

const folders: DataFolder[] = [];
const newFolder = (): DataFolder => {
  const folder = createDataFolder();
  folders.push(folder);
  return folder;
};
afterEach(async () => {
  await stopServiceProcesses();
  for (const folder of folders.splice(0)) folder.remove();
});

/** State after a start. */
async function stateIn(folder: DataFolder, origin: string) {
  const url = folder.databaseUrl();
  const migrations = await query<{ name: string }>(url, 'select name from migrations order by id');
  const headers = { Authorization: `Bearer ${folder.token()}` };
  return {
    events: await countRows(url, 'events'),
    demo: await query(url, `select value from service_state where key = 'demo'`),
    migrations: migrations.map(({ name }) => name),
    users: await query(url, 'select role from users'),
    administratorStatus: (await fetch(origin + USERS_PATH, { headers })).status,
    inconsistencies: await findInconsistencies(url),
  };
}

/** Starts the service in a folder without a kill. */
async function startIn(folder: DataFolder) {
  const service = await prepareRestartableService({ ...SETTINGS, DATA_DIR: folder.path });
  const startMs = await service.start();
  const outcome = await stateIn(folder, service.origin);
  await service.stop();
  return { startMs, outcome };
}

/** Whether a first start has reached a stage, by stage. */
const STAGES: readonly ((folder: DataFolder) => boolean)[] = [
  ({ path }) => filesIn(join(path, 'postgres')).some((name) => /^(unfinished|cluster)$/.test(name)),
  ({ path }) => filesIn(join(path, 'postgres/cluster')).includes('postmaster.pid'),
  ({ path }) => filesIn(path).includes('admin-token'),
];

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** Time of a kill: milliseconds after the start, or after a stage. */
interface KillTime {
  readonly stage?: number;
  readonly milliseconds: number;
}

const randomBelow = (limit: number) => Math.random() * limit;

/** The short form picks a stage; the full form also picks a time within an undisturbed start. */
const killTimesWithin = (undisturbedMs: number): KillTime[] => [
  ...(isFullRun ? [{ milliseconds: randomBelow(undisturbedMs) }] : []),
  { stage: Math.floor(randomBelow(STAGES.length)), milliseconds: randomBelow(500) },
];

/** Starts the service in a folder and kills it at a given time, alone or with all its descendants. */
async function killAt(folder: DataFolder, { stage, milliseconds }: KillTime, includeDescendants: boolean) {
  const { child, exitCode } = startServiceProcess({ ...SETTINGS, DATA_DIR: folder.path });
  const isReached = stage === undefined ? () => true : STAGES[stage];
  await eventually(() => (isReached?.(folder) ? true : undefined));
  await setTimeout(milliseconds);
  if (includeDescendants) await killTree(child.pid ?? 0);
  else child.kill('SIGKILL');
  await exitCode;
}

describe('Killed first start', () => {
  it('the next start completes the schema, one administrator with a valid token and the demo (9.3, 11.1)', async () => {
    const undisturbedMs = isFullRun ? (await startIn(newFolder())).startMs : 0;
    const startTimes: number[] = [];
    let kills = 0;
    for (let round = 0; round < FOLDER_COUNT; round += 1) {
      const [folder, killTimes] = [newFolder(), killTimesWithin(undisturbedMs)];
      for (const killTime of killTimes) await killAt(folder, killTime, (kills += 1) % 2 === 1);
      const { startMs, outcome } = await startIn(folder);
      expect({ outcome, killTimes }).toMatchObject({ outcome: COMPLETE_STATE, killTimes });
      expect(outcome.demo).toEqual([{ value: `loaded: ${outcome.events} events` }]);
      startTimes.push(startMs);
    }
    const times = { undisturbed_ms: undisturbedMs, longest_afterwards_ms: Math.max(...startTimes) };
    printFigures('first start killed', { kills, folders: FOLDER_COUNT, ...times });
  });
});
