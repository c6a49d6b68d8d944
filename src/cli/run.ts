import { CommanderError } from 'commander';
import { openMessages } from '../kernel/language/open-messages.js';
import { terminalLanguage } from '../kernel/language/terminal-language.js';
import { readConfiguration } from '../kernel/config/configuration.js';
import { program } from './program.js';
import { refusalLines } from './refusals.js';
import { Terminal, type Streams } from './terminal.js';

/**
 * Runs one command line, in the language of the terminal.
 * @param line the words behind the name of the program
 * @returns the exit code; rejects where the command itself fails
 * @example await run(['user', 'list'], { LANG: 'ca_ES.UTF-8', DATA_DIR: '/srv/data' })
 */
export async function run(
  line: readonly string[],
  variables: NodeJS.ProcessEnv,
  streams: Streams = process,
): Promise<number> {
  const configuration = readConfiguration(variables);
  const terminal = new Terminal(await openMessages(), terminalLanguage(variables), streams);
  try {
    await program(configuration, terminal).parseAsync(line, { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    for (const each of refusalLines(error, terminal)) terminal.remark(each);
    return error.exitCode;
  }
}
