import { afterEach, describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { countRows, query } from '../support/database-session.js';
import { makeDataFolder, type DataFolder } from '../support/faults/data-folder.js';
import { inForm, report } from '../support/faults/form.js';
import { prepareLives } from '../support/faults/lives.js';
import { killTree } from '../support/faults/process-tree.js';
import { contradictions } from '../support/integrity.js';
import { rawRequest } from '../support/raw-request.js';
import { endServiceProcesses, startServiceProcess } from '../support/service-process.js';

/** Folders in which a first start is killed, and how often in each. */
const FOLDERS = inForm(1, 10);
const KILLS = inForm(3, 2);

/** How the very first start is told to go: with the demo agenda, and a token of its own making. */
const SETTINGS = { ADMIN_TOKEN: '', DEMO: 'true', LOG_LEVEL: 'silent' };

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

/** What a start has come to; the same whether or not others were killed before it. */
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
    administrators: await countRows(url, 'users'),
    letsTheirTokenIn: users.status,
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
async function killWithin(folder: DataFolder, milliseconds: number, withAll: boolean): Promise<void> {
  const { child, ended } = startServiceProcess({ ...SETTINGS, DATA_DIR: folder.path });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  if (withAll) await killTree(child.pid ?? 0);
  else child.kill('SIGKILL');
  await ended;
}

describe('a first start that is killed', () => {
  it('9.3 11.1 is made whole by the next: the schema, one administrator whose token is valid, the whole demo', async () => {
    const undisturbed = await startIn(newFolder());
    expect(undisturbed.outcome).toMatchObject({
      demo: [{ value: `loaded: ${undisturbed.outcome.events} events` }],
      migrations: MIGRATIONS.map(({ name }) => name),
      administrators: 1,
      letsTheirTokenIn: 200,
      half: [],
    });
    const starts: number[] = [];
    const moments: number[] = [];
    for (let number = 0; number < FOLDERS * KILLS; number += 1) {
      const folder = number % KILLS === 0 ? newFolder() : (folders.at(-1) as DataFolder);
      moments.push(Math.random() * undisturbed.took);
      await killWithin(folder, moments.at(-1) ?? 0, number % 2 === 1);
      if (number % KILLS < KILLS - 1) continue;
      const { took, outcome } = await startIn(folder);
      expect({ outcome, moments }).toEqual({ outcome: undisturbed.outcome, moments });
      starts.push(took);
    }
    report('first start killed', {
      kills: moments.length,
      first_start_ms: undisturbed.took,
      longest_start_afterwards_ms: Math.max(...starts),
    });
  });
});
