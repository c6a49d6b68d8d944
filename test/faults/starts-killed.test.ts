import { afterEach, describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { countRows, query } from '../support/database-session.js';
import { makeDataFolder, type DataFolder } from '../support/faults/data-folder.js';
import { inForm, isFull, report } from '../support/faults/form.js';
import { prepareLives } from '../support/faults/lives.js';
import { killTree } from '../support/faults/process-tree.js';
import { contradictions } from '../support/integrity.js';
import { rawRequest } from '../support/raw-request.js';
import { endServiceProcesses, startServiceProcess } from '../support/service-process.js';

/** Folders in which a first start is killed, and how often in each. */
const FOLDERS = inForm(1, 20);
const KILLS = inForm(3, 2);

/** How the very first start is told to go: with the demo agenda, and a token of its own making. */
const SETTINGS = { ADMIN_TOKEN: '', DEMO: 'true', LOG_LEVEL: 'silent' };

/** What each start has to come to. */
const WHOLE = {
  migrations: MIGRATIONS.map(({ name }) => name),
  users: 1,
  administrators: 1,
  answerToAdministrator: 200,
  half: [],
};

const folders: DataFolder[] = [];
const newFolder = (): DataFolder => {
  const folder = makeDataFolder();
  folders.push(folder);
  return folder;
};
afterEach(async () => {
  await endServiceProcesses();
  for (const folder of folders.splice(0)) folder.remove();
});

/** What a start has come to. */
async function outcomeIn(folder: DataFolder, origin: string) {
  const url = folder.databaseUrl();
  const [events, migrations, half] = [
    await countRows(url, 'events'),
    await query<{ name: string }>(url, 'select name from migrations order by id'),
    await contradictions(url),
  ];
  const users = await rawRequest(origin, {
    method: 'GET',
    path: '/calendar/admin/v1/users',
    headers: { Authorization: `Bearer ${folder.token()}` },
  });
  return {
    events,
    demo: await query(url, `select value from derived_state where key = 'demo'`),
    migrations: migrations.map(({ name }) => name),
    users: await countRows(url, 'users'),
    administrators: await countRows(url, 'users', `role = 'administrator'`),
    answerToAdministrator: users.status,
    half,
  };
}

/** Starts the service in a folder, and lets it be. */
async function startIn(folder: DataFolder) {
  const lives = await prepareLives({ ...SETTINGS, DATA_DIR: folder.path });
  const took = await lives.start();
  const outcome = await outcomeIn(folder, lives.origin);
  await lives.stop();
  return { took, outcome };
}

/** Starts the service in a folder, and kills it after some milliseconds: alone, or with all that it has started. */
async function killAfter(folder: DataFolder, milliseconds: number, withAll: boolean): Promise<void> {
  const { child, ended } = startServiceProcess({ ...SETTINGS, DATA_DIR: folder.path });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  if (withAll) await killTree(child.pid ?? 0);
  else child.kill('SIGKILL');
  await ended;
}

/** How long a first start takes that nobody disturbs, in milliseconds; the short form has no time to find out. */
const lengthOfFirst = async () => (isFull ? (await startIn(newFolder())).took : 2500);

describe('a first start that is killed', () => {
  it('9.3 11.1 is made whole by the next: the schema, one administrator whose token is valid, the whole demo', async () => {
    const span = await lengthOfFirst();
    const starts: number[] = [];
    for (let round = 0; round < FOLDERS; round += 1) {
      const folder = newFolder();
      const moments = Array.from({ length: KILLS }, () => Math.random() * span);
      for (const [index, moment] of moments.entries()) await killAfter(folder, moment, (round + index) % 2 === 1);
      const { took, outcome } = await startIn(folder);
      expect({ outcome, moments }).toMatchObject({ outcome: WHOLE, moments });
      expect(outcome.demo).toEqual([{ value: `loaded: ${outcome.events} events` }]);
      starts.push(took);
    }
    report('first start killed', {
      folders: FOLDERS,
      kills: FOLDERS * KILLS,
      first_start_ms: span,
      longest_start_afterwards_ms: Math.max(...starts),
    });
  });
});
