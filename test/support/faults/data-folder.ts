import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A `DATA_DIR`, empty at first, of a service that runs a database of its own. */
export interface DataFolder {
  readonly path: string;
  /** Where the database of the running service listens; the next start may choose another port. */
  databaseUrl(): string;
  /** The process of that database, whether or not it still runs. */
  postmaster(): number;
  /** The administrator's token that the first start has made. */
  token(): string;
  remove(): void;
}

/** Makes such a folder. */
export function createDataFolder(): DataFolder {
  const path = mkdtempSync(join(tmpdir(), 'calendar-faults-'));
  const read = (name: string) => readFileSync(join(path, name), 'utf8').trim();
  return {
    path,
    databaseUrl: () => (JSON.parse(read('postgres/owner.json')) as { url: string }).url,
    postmaster: () => Number(read('postgres/cluster/postmaster.pid').split('\n')[0]),
    token: () => read('admin-token'),
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }),
  };
}
