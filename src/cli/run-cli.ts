import { CommanderError } from 'commander';
import { readConfiguration } from '../kernel/config/configuration.js';
import { createProgram } from './create-program.js';
import { Terminal, type OutputStreams } from './terminal.js';

/**
 * @param args the arguments after the name of the program
 * @returns the exit code; rejects if the command itself fails
 * @example await runCli(['user', 'list'], { DATA_DIR: '/srv/data' })
 */
export async function runCli(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  streams: OutputStreams = process,
): Promise<number> {
  const configuration = readConfiguration(environment);
  try {
    await createProgram(configuration, new Terminal(streams)).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}
