import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '../kernel/language/message.js';
import { type DataDirectoryLock, tryLock } from './data-directory-lock.js';
import { type DataDirectory, readText, writePrivately } from './data-directory.js';
import { DataDirectoryInUseError } from './embedded-postgres.errors.js';
import { type Log, tell } from './log.js';

/** What a process wants the database for: to serve, or for the time of one command. */
export type Role = 'service' | 'command';

/** What the owner of a data directory tells the others about itself; it has left again once the lock is free. */
export interface Owner {
  role: Role;
  pid: number;
  /** The port of its database; null until that is ready. */
  port: number | null;
}

/** How long to wait for an owner that is about to let go, in milliseconds. */
const PATIENCE: Record<Role, number> = { service: 10_000, command: 30_000 };
// A notice may be that of a predecessor that was killed, until the new owner, which has the lock, has replaced it.
const NOTICE_DELAY = 500;
const POLL = 100;

/** Tells the others who owns the data directory; to be called by the holder of the lock only. */
export async function announceOwner(directory: DataDirectory, role: Role, port: number | null): Promise<void> {
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
  role: Role,
  log: Log,
  attach: (owner: Owner) => Promise<Attachment | undefined>,
): Promise<DataDirectoryLock | Attachment> {
  const start = performance.now();
  let told = false;
  for (;;) {
    const lock = tryLock(directory.lockFile);
    if (lock) return lock;
    const owner = await readOwner(directory);
    const attachment = role === 'command' && owner?.role === 'service' ? await attach(owner) : undefined;
    if (attachment) return attachment;
    const waited = performance.now() - start;
    refuseAfter(waited, directory, role, owner);
    if (!told && waited > NOTICE_DELAY) {
      tell(log, { key: 'database.waiting', args: { owner: nameOf(owner), folder: directory.path } });
      told = true;
    }
    await delay(POLL);
  }
}

function refuseAfter(waited: number, directory: DataDirectory, role: Role, owner: Owner | undefined): void {
  const hopeless = role === 'service' && owner?.role === 'service';
  if (waited < (hopeless ? NOTICE_DELAY : PATIENCE[role])) return;
  throw new DataDirectoryInUseError(directory.path, nameOf(owner));
}

function nameOf(owner: Owner | undefined): Message {
  if (!owner) return { key: 'database.owner.unknown' };
  const { role, pid } = owner;
  return role === 'service'
    ? { key: 'database.owner.service', args: { pid } }
    : { key: 'database.owner.command', args: { pid } };
}

async function readOwner(directory: DataDirectory): Promise<Owner | undefined> {
  try {
    return JSON.parse((await readText(directory.ownerFile)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
