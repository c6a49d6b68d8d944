import { Command } from 'commander';
import type { Configuration } from '../kernel/config/configuration.js';
import { addDatabaseCommands } from './database-commands.js';
import { addExtensionCommands } from './extension-commands.js';
import type { Terminal } from './terminal.js';
import { addTokenCommands } from './token-commands.js';
import { addUserCommands } from './user-commands.js';

/** The commands of `npm run -s cli --`. They work whether or not the service runs. Usage errors are printed and thrown, all others only thrown. */
export function createProgram(configuration: Configuration, terminal: Terminal): Command {
  const { stdout, stderr } = terminal.streams;
  const commands = new Command('cli')
    .description('Commands of the Calendar Events Service')
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  addUserCommands(commands, configuration, terminal);
  addTokenCommands(commands, configuration, terminal);
  addDatabaseCommands(commands, configuration, terminal);
  addExtensionCommands(commands, terminal);
  return commands;
}
