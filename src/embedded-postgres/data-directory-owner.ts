import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type DataDirectoryLock, tryLock } from './data-directory-lock.js';
import { type DataDirectory, readText, writePrivately } from './data-directory.js';
import { DataDirectoryInUseError } from './embedded-postgres.errors.js';
import type { Log } from './log.js';

/** What a process wants the database for: to serve, or for the time of one command. */
export type OwnerRole = 'service' | 'command';

/** What the owner of a data directory tells the others about itself; it has left again once the lock is free. */
export interface Owner {
  role: OwnerRole;
  pid: number;
  /** The port of its database; null until that is ready. */
  port: number | null;
}

/** How long to wait for an owner that is about to let go, in milliseconds. */
const OWNER_TIMEOUT_MS: Record<OwnerRole, number> = { service: 10_000, command: 30_000 };
// A notice may be that of a predecessor that was killed, until the new owner, which has the lock, has replaced it.
const NOTICE_DELAY_MS = 500;
const POLL_INTERVAL_MS = 100;

/** Tells the others who owns the data directory; to be called by the holder of the lock only. */
export async function announceOwner(directory: DataDirectory, role: OwnerRole, port: number | null): Promise<void> {
  const owner: Owner = { role, pid: process.pid, port };
  await writePrivately(directory.ownerFile, JSON.stringify(owner));
}

/** Takes the notice away; others then expect the lock to become free soon. */
export async function withdrawOwner(directory: DataDirectory): Promise<void> {
  await rm(directory.ownerFile, { force: true });
}

/**
 * Takes the lock, waiting for a command or for a service that is just ending. A service that finds another service
 * is refused; a command gets what `attach` makes of that service's notice, as soon as it makes something of it.
 *
 * @throws DataDirectoryInUseError when the owner stays
 */
export async function becomeOwner<Attachment>(
  directory: DataDirectory,
  role: OwnerRole,
  log: Log,
  attach: (owner: Owner) => Promise<Attachment | undefined>,
): Promise<DataDirectoryLock | Attachment> {
  const startedMs = performance.now();
  let isLogged = false;
  for (;;) {
    const lock = tryLock(directory.lockFile);
    if (lock) return lock;
    const owner = await readOwner(directory);
    const attachment = role === 'command' && owner?.role === 'service' ? await attach(owner) : undefined;
    if (attachment) return attachment;
    const waitedMs = performance.now() - startedMs;
    throwAfterTimeout(waitedMs, directory, role, owner);
    if (!isLogged && waitedMs > NOTICE_DELAY_MS) {
      log(`Waiting for ${describeOwner(owner)} to release ${directory.path}.`);
      isLogged = true;
    }
    await delay(POLL_INTERVAL_MS);
  }
}

function throwAfterTimeout(
  waitedMs: number,
  directory: DataDirectory,
  role: OwnerRole,
  owner: Owner | undefined,
): void {
  const isFinal = role === 'service' && owner?.role === 'service';
  if (waitedMs < (isFinal ? NOTICE_DELAY_MS : OWNER_TIMEOUT_MS[role])) return;
  throw new DataDirectoryInUseError(directory.path, describeOwner(owner));
}

function describeOwner(owner: Owner | undefined): string {
  if (!owner) return 'another process of the service';
  const { role, pid } = owner;
  return role === 'service' ? `a running service (process ${pid})` : `another command (process ${pid})`;
}

async function readOwner(directory: DataDirectory): Promise<Owner | undefined> {
  try {
    return JSON.parse((await readText(directory.ownerFile)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
