import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPidFile } from '../../../src/embedded-postgres/postmaster-pid-file.js';
import { isReachable } from '../../../src/embedded-postgres/database-connection.js';
import { eventually } from '../processes/log-lines.js';
import { prepareRestartableService, type RestartableService } from './restartable-service.js';

/** A service with its embedded database. */
export interface EmbeddedService extends RestartableService {
  readonly database: {
    /** Current URL. Each start of the service may use another port. */
    readonly url: string;
    /** Kills the postmaster with SIGKILL, as the kernel does when memory is short. */
    kill(): Promise<void>;
    /** Waits until a new postmaster accepts connections. */
    waitUntilReady(): Promise<void>;
  };
  /** Stops both and removes the data. */
  remove(): Promise<void>;
}

/**
 * Starts a service with its embedded database.
 * @param folder an empty folder for the data; default: a temporary folder
 */
export async function startEmbeddedService(folder?: string): Promise<EmbeddedService> {
  const data = folder ?? mkdtempSync(join(tmpdir(), 'calendar-faults-'));
  const service = await prepareRestartableService({ DATA_DIR: data });
  await service.start();
  const postgresPath = (...path: string[]) => join(data, 'postgres', ...path);
  const currentUrl = () => (JSON.parse(readFileSync(postgresPath('owner.json'), 'utf8')) as { url: string }).url;
  const readPid = async () => (await readPidFile(postgresPath('cluster')))?.pid;
  let killedPid: number | undefined;
  return {
    ...service,
    database: {
      get url() {
        return currentUrl();
      },
      kill: async () => {
        killedPid = await readPid();
        if (killedPid) process.kill(killedPid, 'SIGKILL');
      },
      waitUntilReady: () =>
        eventually(async () => {
          if ((await readPid()) === killedPid) return undefined;
          return (await isReachable(currentUrl())) ? true : undefined;
        }).then(() => undefined),
    },
    remove: async () => {
      await service.stop();
      if (!folder) rmSync(data, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
