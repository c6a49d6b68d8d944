import { runCli } from '../../src/cli/run-cli.js';
import { describeFailure } from '../../src/kernel/errors/describe-failure.js';

/** What a command printed, and its exit code. */
export interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line within this process, as src/cli/main.ts does; the words of `line` are separated by blanks. */
export async function runCommandInProcess(
  line: string | readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<CommandOutcome> {
  const printed = { out: '', err: '' };
  const streams = {
    stdout: { write: (text: string) => (printed.out += text) },
    stderr: { write: (text: string) => (printed.err += text) },
  };
  const words = typeof line === 'string' ? line.split(' ').filter(Boolean) : line;
  const code = await runCli(words, variables, streams).catch((error: unknown) => {
    printed.err += `${describeFailure(error)}\n`;
    return 1;
  });
  return { code, ...printed };
}
