import type { Command } from 'commander';
import { newExtension } from './new-extension.js';
import type { Terminal } from './terminal.js';

/** Adds the commands for those who extend the service. */
export function addExtensionCommands(commands: Command, terminal: Terminal): void {
  const extension = commands.command('extension').description(terminal.text({ key: 'cli.commands.extension' }));
  extension
    .command('new <name>')
    .description(terminal.text({ key: 'cli.commands.extension_new' }))
    .option('--one <name>', terminal.text({ key: 'cli.options.one' }))
    .action((many: string, { one = many.replace(/s$/, '') }: { one?: string }) => {
      const { folder, files } = newExtension({ one, many }, process.cwd(), new Date());
      for (const file of files) terminal.say(file);
      terminal.say({ key: 'cli.results.extension_made', args: { folder, many } });
    });
}
