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
    back(): Promise<void>;
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
  const lives = await prepareRestartableService({ DATA_DIR: data });
  await lives.start();
  const ofPostgres = (...path: string[]) => join(data, 'postgres', ...path);
  const urlOfNow = () => (JSON.parse(readFileSync(ofPostgres('owner.json'), 'utf8')) as { url: string }).url;
  const pidOf = async () => (await readPidFile(ofPostgres('cluster')))?.pid;
  let killed: number | undefined;
  return {
    ...lives,
    database: {
      get url() {
        return urlOfNow();
      },
      kill: async () => {
        killed = await pidOf();
        if (killed) process.kill(killed, 'SIGKILL');
      },
      back: () =>
        eventually(async () => {
          if ((await pidOf()) === killed) return undefined;
          return (await isReachable(urlOfNow())) ? true : undefined;
        }).then(() => undefined),
    },
    remove: async () => {
      await lives.stop();
      if (!folder) rmSync(data, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
