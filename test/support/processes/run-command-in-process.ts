import { runCli } from '../../../src/cli/run-cli.js';
import { describeFailure } from '../../../src/kernel/errors/describe-failure.js';

/** Output and exit code of a command. */
interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process, as src/cli/main.ts does. A text is split at blanks. */
export async function runCommandInProcess(
  line: string | readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<CommandOutcome> {
  const output = { out: '', err: '' };
  const streams = {
    stdout: { write: (text: string) => (output.out += text) },
    stderr: { write: (text: string) => (output.err += text) },
  };
  const words = typeof line === 'string' ? line.split(' ').filter(Boolean) : line;
  const code = await runCli(words, variables, streams).catch((error: unknown) => {
    output.err += `${describeFailure(error)}\n`;
    return 1;
  });
  return { code, ...output };
}
