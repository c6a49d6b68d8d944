import { CommanderError } from 'commander';
import { loadMessages } from '../kernel/language/load-messages.js';
import { terminalLanguage } from '../kernel/language/terminal-language.js';
import { readConfiguration } from '../kernel/config/configuration.js';
import { createProgram } from './create-program.js';
import { commandErrorLines } from './command-errors.js';
import { Terminal, type Streams } from './terminal.js';

/**
 * Runs one command line, in the language of the terminal.
 * @param args the words behind the name of the program
 * @returns the exit code; rejects where the command itself fails
 * @example await run(['user', 'list'], { LANG: 'ca_ES.UTF-8', DATA_DIR: '/srv/data' })
 */
export async function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  streams: Streams = process,
): Promise<number> {
  const configuration = readConfiguration(environment);
  const terminal = new Terminal(await loadMessages(), terminalLanguage(environment), streams);
  try {
    await createProgram(configuration, terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    for (const each of commandErrorLines(error, terminal)) terminal.printDiagnostic(each);
    return error.exitCode;
  }
}
