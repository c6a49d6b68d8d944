import type { Terminal } from './terminal.js';

/** What stands for a value in a command line, as the program declares it. */
const VALUE_PLACEHOLDERS: Readonly<Record<string, string>> = {
  '[options]': 'cli.values.options',
  '[command]': 'cli.values.command',
  '<name>': 'cli.values.name',
  '<role>': 'cli.values.role',
  '<user>': 'cli.values.user',
  '<number>': 'cli.values.number',
};

/**
 * A part of a command line with what stands for values in the language of a terminal; commands and options keep their names.
 * @example localizePlaceholders('create [options] <name>', terminal) // 'create [opcions] <nom>'
 */
export function localizePlaceholders(part: string, terminal: Terminal): string {
  return part.replaceAll(/\[\w+\]|<\w+>/g, (placeholder) => {
    const key = VALUE_PLACEHOLDERS[placeholder];
    return key ? terminal.translate({ key }) : placeholder;
  });
}
