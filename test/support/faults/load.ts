import { expectFullPool } from './expect-full-pool.js';
import { LIST_READS, startRequestLoop } from './request-loop.js';
import { isSuccessOrRejected, ResponseLog } from './response-log.js';
import { expectAllStored, startWriteLoop } from './write-loop.js';

/** Clients that write and read. */
export type Load = Awaited<ReturnType<typeof startLoad>>;

/** Starts clients and waits for more acknowledged writes than there are writers. */
export async function startLoad(origin: string, clients: { readonly writers: number; readonly readers: number }) {
  const log = new ResponseLog(isSuccessOrRejected);
  const writers = startWriteLoop(origin, { concurrency: clients.writers, onResponse: log.record });
  const readers = startRequestLoop(origin, LIST_READS, { concurrency: clients.readers, onResponse: log.record });
  await writers.waitForAcknowledged(clients.writers + 1);
  return {
    log,
    writers,
    /** Stops the clients. Expects that no acknowledged write and no database connection is lost, and prints the figures. */
    finish: async (title: string, databaseUrl: string, figures: Readonly<Record<string, number | string>> = {}) => {
      const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
      await expectFullPool(origin, databaseUrl);
      await expectAllStored(title, databaseUrl, ledger, { ...log.summary(), ...figures });
    },
  };
}
