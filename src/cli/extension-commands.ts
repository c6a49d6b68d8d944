import type { Command } from 'commander';
import { scaffoldExtension } from './scaffold-extension.js';
import type { Terminal } from './terminal.js';

export function addExtensionCommands(commands: Command, terminal: Terminal): void {
  const extension = commands.command('extension').description('manage extensions');
  extension
    .command('new <name>')
    .description(
      'create an extension with a resource of its own in extensions/<name>; the name is a plural such as sponsors',
    )
    .option('--singular <name>', 'name of one record, such as sponsor (default: the name without its s)')
    .action((plural: string, { singular = plural.replace(/s$/, '') }: { singular?: string }) => {
      const { folder, files } = scaffoldExtension({ singular, plural }, process.cwd(), new Date());
      for (const file of files) terminal.print(file);
      terminal.print(`Created ${folder}. Start the service with EXTENSIONS=${plural}.`);
    });
}
