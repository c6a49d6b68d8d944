import { SetupError } from '../kernel/errors/setup-error.js';

/** The embedded database cannot be started; the message says why and what to do, for a human. */
export class EmbeddedPostgresError extends SetupError {
  override name = 'EmbeddedPostgresError';
}

/** Another process of ours owns the data directory, and did not let go of it in time. */
export class DataDirectoryInUseError extends EmbeddedPostgresError {
  override name = 'DataDirectoryInUseError';
  readonly dataDir: string;

  /** @param owner who has it, as far as known: "a running service (process 4711)" */
  constructor(dataDir: string, owner: string) {
    super(
      `The data directory ${dataDir} is in use by ${owner}. Stop that process, or choose another folder with DATA_DIR.`,
    );
    this.dataDir = dataDir;
  }
}

/** One attempt to start PostgreSQL failed; `isTransient` says that the same attempt may succeed a moment later. */
export class PostmasterFailedError extends EmbeddedPostgresError {
  override name = 'PostmasterFailedError';
  readonly isTransient: boolean;
  readonly reason: string;

  constructor(reason: string) {
    super(`PostgreSQL did not start: ${reason}.`);
    this.reason = reason;
    this.isTransient = TRANSIENT_FAILURE.test(reason);
  }
}

// A port that somebody else took first, and the shared memory or the lock file of a predecessor that is still ending.
const TRANSIENT_FAILURE =
  /TCP\/IP sockets|could not bind|Address already in use|shared memory|lock file .* already exists/;

/** What a failed system call or program says, in one line. */
export function reasonOf(error: unknown): string {
  const stderr = (error as { stderr?: unknown }).stderr;
  const lastLine = typeof stderr === 'string' ? stderr.trim().split('\n').at(-1) : undefined;
  return lastLine || (error instanceof Error ? error.message : String(error));
}

/** The code of a failed system call, such as `ENOENT`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
