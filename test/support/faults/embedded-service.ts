import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPidFile } from '../../../src/embedded-postgres/postmaster-pid-file.js';
import { isReachable } from '../../../src/embedded-postgres/database-connection.js';
import { eventually } from '../log-lines.js';
import { prepareRestartableService, type RestartableService } from './restartable-service.js';

/** A service that looks after a database of its own. */
export interface EmbeddedService extends RestartableService {
  readonly database: {
    /** Where it is now: another process of the service has it at another port. */
    readonly url: string;
    /** Ends its first process, by SIGKILL, as the system does where memory is short: the others have to notice. */
    kill(): Promise<void>;
    /** Waits until it answers, in another process than before. */
    back(): Promise<void>;
  };
  /** Ends both, and removes the data. */
  remove(): Promise<void>;
}

/**
 * Starts a service with a database of its own.
 * @param folder an empty one for its data; default: one in the system's folder for temporary files
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
