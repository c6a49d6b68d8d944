import { runCli } from '../../../src/cli/run-cli.js';
import { describeFailure } from '../../../src/kernel/errors/describe-failure.js';

/** Output and exit code of a command. */
interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command in this process, as src/cli/main.ts does.
 * @param line the arguments, as a list or separated by blanks
 */
export async function runCommandInProcess(
  line: string | readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<CommandOutcome> {
  const output = { out: '', err: '' };
  const streams = {
    stdout: { write: (text: string) => (output.out += text) },
    stderr: { write: (text: string) => (output.err += text) },
  };
  const args = typeof line === 'string' ? line.split(' ').filter(Boolean) : line;
  const code = await runCli(args, variables, streams).catch((error: unknown) => {
    output.err += `${describeFailure(error)}\n`;
    return 1;
  });
  return { code, ...output };
}
