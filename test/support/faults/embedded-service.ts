import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReachable } from '../../../src/embedded-postgres/database-connection.js';
import { readPidFile } from '../../../src/embedded-postgres/postmaster-pid-file.js';
import { eventually } from '../processes/log-lines.js';
import { prepareRestartableService } from './restartable-service.js';

/** `DATA_DIR` of a service with an embedded database. Empty at first. */
export type DataFolder = ReturnType<typeof createDataFolder>;

export function createDataFolder(path = mkdtempSync(join(tmpdir(), 'calendar-faults-'))) {
  const read = (name: string) => readFileSync(join(path, name), 'utf8').trim();
  return {
    path,
    /** URL of the database while the service runs. The next start may use another port. */
    databaseUrl: () => (JSON.parse(read('postgres/owner.json')) as { url: string }).url,
    /** Process id of the postmaster, whether or not it still runs. */
    postmaster: async () => (await readPidFile(join(path, 'postgres/cluster')))?.pid,
    /** The administrator's token, created by the first start. */
    token: () => read('admin-token'),
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }),
  };
}

export type EmbeddedService = Awaited<ReturnType<typeof startEmbeddedService>>;

/** Starts a service with its embedded database. */
export async function startEmbeddedService(folder = createDataFolder()) {
  const service = await prepareRestartableService({ DATA_DIR: folder.path });
  await service.start();
  let killedPid: number | undefined;
  const database = {
    url: folder.databaseUrl,
    /** Kills the postmaster with SIGKILL, as the kernel does when memory is short. */
    kill: async () => {
      killedPid = await folder.postmaster();
      if (killedPid) process.kill(killedPid, 'SIGKILL');
    },
    /** Waits until a new postmaster accepts connections. */
    waitUntilReady: async () => {
      const isReady = async () =>
        (await folder.postmaster()) !== killedPid && (await isReachable(folder.databaseUrl()));
      await eventually(async () => (await isReady()) || undefined);
    },
  };
  /** Stops the service with its database, and removes the data. */
  const remove = async () => {
    await service.stop();
    folder.remove();
  };
  return { ...service, database, remove };
}
