import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '../../src/persistence/migrations/index.js';
import { countRows, query } from '../support/database/database-session.js';
import { killTree } from '../support/faults/cluster.js';
import { createDataFolder, type DataFolder } from '../support/faults/data-folder.js';
import { byRunMode, isFullRun, printFigures } from '../support/jest/run-mode.js';
import { prepareRestartableService } from '../support/faults/restartable-service.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';
import { rawRequest } from '../support/requests/raw-request.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';

/** Number of data folders. */
const FOLDERS = byRunMode(1, 20);

/** Includes the demo agenda and a generated administrator token. */
const SETTINGS = { ADMIN_TOKEN: '', DEMO: 'true', LOG_LEVEL: 'silent' };

/** Required state after each complete start. */
const WHOLE = {
  migrations: MIGRATIONS.map(({ name }) => name),
  users: 1,
  administrators: 1,
  answerToAdministrator: 200,
  half: [],
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
async function outcomeIn(folder: DataFolder, origin: string) {
  const url = folder.databaseUrl();
  const [events, migrations, half] = [
    await countRows(url, 'events'),
    await query<{ name: string }>(url, 'select name from migrations order by id'),
    await findInconsistencies(url),
  ];
  const users = await rawRequest(origin, {
    method: 'GET',
    path: '/calendar/admin/v1/users',
    headers: { Authorization: `Bearer ${folder.token()}` },
  });
  return {
    events,
    demo: await query(url, `select value from service_state where key = 'demo'`),
    migrations: migrations.map(({ name }) => name),
    users: await countRows(url, 'users'),
    administrators: await countRows(url, 'users', `role = 'administrator'`),
    answerToAdministrator: users.status,
    half,
  };
}

/** Starts the service in a folder without a kill. */
async function startIn(folder: DataFolder) {
  const lives = await prepareRestartableService({ ...SETTINGS, DATA_DIR: folder.path });
  const took = await lives.start();
  const outcome = await outcomeIn(folder, lives.origin);
  await lives.stop();
  return { took, outcome };
}

/** Stages of a first start. */
const STAGES: readonly ((folder: DataFolder) => boolean)[] = [
  ({ path }) => filesIn(join(path, 'postgres')).some((name) => /^(unfinished-|cluster$)/.test(name)),
  ({ path }) => filesIn(join(path, 'postgres/cluster')).includes('postmaster.pid'),
  ({ path }) => filesIn(path).includes('admin-token'),
];

const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/** Moment of a kill: milliseconds after the start, or after a stage. */
interface Moment {
  readonly stage?: number;
  readonly milliseconds: number;
}

const anyOf = (length: number) => Math.random() * length;

/** The short form picks a stage; the full form also picks any moment of an undisturbed start. */
const momentsWithin = (span: number): Moment[] =>
  isFullRun
    ? [{ milliseconds: anyOf(span) }, { stage: Math.floor(anyOf(STAGES.length)), milliseconds: anyOf(500) }]
    : [{ stage: Math.floor(anyOf(STAGES.length)), milliseconds: anyOf(500) }];

/** Starts the service in a folder and kills it at a moment, alone or with all its descendants. */
async function killAt(folder: DataFolder, { stage, milliseconds }: Moment, withAll: boolean): Promise<void> {
  const { child, exitCode: ended } = startServiceProcess({ ...SETTINGS, DATA_DIR: folder.path });
  const has = stage === undefined ? () => true : STAGES[stage];
  await eventually(() => (has?.(folder) ? true : undefined));
  await setTimeout(milliseconds);
  if (withAll) await killTree(child.pid ?? 0);
  else child.kill('SIGKILL');
  await ended;
}

describe('Killed first start', () => {
  it('the next start completes the schema, one administrator with a valid token and the demo (9.3, 11.1)', async () => {
    const span = isFullRun ? (await startIn(newFolder())).took : 0;
    const starts: number[] = [];
    let kills = 0;
    for (let round = 0; round < FOLDERS; round += 1) {
      const [folder, moments] = [newFolder(), momentsWithin(span)];
      for (const moment of moments) await killAt(folder, moment, (kills += 1) % 2 === 1);
      const { took, outcome } = await startIn(folder);
      expect({ outcome, moments }).toMatchObject({ outcome: WHOLE, moments });
      expect(outcome.demo).toEqual([{ value: `loaded: ${outcome.events} events` }]);
      starts.push(took);
    }
    const longest = Math.max(...starts);
    printFigures('first start killed', {
      kills,
      folders: FOLDERS,
      undisturbed_ms: span,
      longest_afterwards_ms: longest,
    });
  });
});
