import type { Command } from 'commander';
import { scaffoldExtension } from './scaffold-extension.js';
import type { Terminal } from './terminal.js';

/** Adds the commands for those who extend the service. */
export function addExtensionCommands(commands: Command, terminal: Terminal): void {
  const extension = commands.command('extension').description(terminal.translate({ key: 'cli.commands.extension' }));
  extension
    .command('new <name>')
    .description(terminal.translate({ key: 'cli.commands.extension_new' }))
    .option('--singular <name>', terminal.translate({ key: 'cli.options.singular' }))
    .action((plural: string, { singular = plural.replace(/s$/, '') }: { singular?: string }) => {
      const { folder, files } = scaffoldExtension({ singular, plural }, process.cwd(), new Date());
      for (const file of files) terminal.print(file);
      terminal.print({ key: 'cli.results.extension_created', args: { folder, plural } });
    });
}
