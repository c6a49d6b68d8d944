import { Command } from 'commander';
import type { Configuration } from '../kernel/config/configuration.js';
import { addDatabaseCommands } from './database-commands.js';
import { addExtensionCommands } from './extension-commands.js';
import { localizedHelp } from './help.js';
import type { Terminal } from './terminal.js';
import { addTokenCommands } from './token-commands.js';
import { addUserCommands } from './user-commands.js';

/**
 * The commands of `npm run -s cli --`. They work whether or not the service runs. What commander refuses is thrown, for
 * it says so in English only.
 */
export function createProgram(configuration: Configuration, terminal: Terminal): Command {
  const commands = localize(new Command('cli'), terminal).description(terminal.translate({ key: 'cli.description' }));
  addUserCommands(commands, configuration, terminal);
  addTokenCommands(commands, configuration, terminal);
  addDatabaseCommands(commands, configuration, terminal);
  addExtensionCommands(commands, terminal);
  return commands;
}

/** Subcommands take all of this over. */
function localize(command: Command, terminal: Terminal): Command {
  const help = terminal.translate({ key: 'cli.help.display' });
  return command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.streams.stdout.write(text),
      writeErr: (text) => terminal.streams.stderr.write(text),
      outputError: () => undefined,
    })
    .configureHelp(localizedHelp(terminal))
    .helpOption('-h, --help', help)
    .helpCommand('help [command]', help);
}
