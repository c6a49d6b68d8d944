import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';

const execute = promisify(execFile);

/** The account that PostgreSQL runs under when the service itself runs as root. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

// `nobody` exists on every Unix; initdb needs an account with a name, so a bare number would not do.
const CANDIDATES = ['postgres', 'nobody'];

/** Whether this process is root, which PostgreSQL refuses to be; always false on Windows. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The unprivileged account for a new cluster; undefined where this process is unprivileged itself.
 * No account is ever created.
 */
export async function findDatabaseUser(): Promise<SystemUser | undefined> {
  if (!isRoot()) return undefined;
  for (const name of CANDIDATES) {
    const user = await findUser(name);
    if (user) return user;
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and this system has neither a user “postgres” nor “nobody”. Start the service as another user, create the user “postgres”, or set DATABASE_URL.',
  );
}

/** The account that owns an existing cluster, whatever its name; to be used as root only. */
export async function userOf(owner: { uid: number; gid: number }): Promise<SystemUser> {
  const name = await execute('id', ['-un', String(owner.uid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  return { name: name || `#${owner.uid}`, uid: owner.uid, gid: owner.gid };
}

/** Whether that account may enter (and, if asked, write to) a folder: tried out, since mode bits do not tell of ACLs. */
export async function canAccess(user: SystemUser, folder: string, access: 'enter' | 'write'): Promise<boolean> {
  const script = access === 'write' ? 'test -x "$1" && test -w "$1"' : 'test -x "$1"';
  return execute('/bin/sh', ['-c', script, 'sh', folder], { cwd: '/', uid: user.uid, gid: user.gid }).then(
    () => true,
    () => false,
  );
}

async function findUser(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([execute('id', ['-u', name]), execute('id', ['-g', name])]);
    return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}
