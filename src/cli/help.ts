import { Help, type Argument, type HelpConfiguration, type Option } from 'commander';
import type { Terminal } from './terminal.js';
import { localizePlaceholders } from './localize-placeholders.js';

/** What commander puts above the parts of a help text. */
const SECTION_TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'cli.help.usage',
  'Arguments:': 'cli.help.arguments',
  'Options:': 'cli.help.options',
  'Commands:': 'cli.help.commands',
};

/** Commander's own words in a help text, in the language of a terminal. */
export function localizedHelp(terminal: Terminal): HelpConfiguration {
  const help = new Help();
  return {
    styleTitle: (title) => terminal.translate({ key: SECTION_TITLES[title] ?? title }),
    commandUsage: (command) => localizePlaceholders(help.commandUsage(command), terminal),
    subcommandTerm: (command) => localizePlaceholders(help.subcommandTerm(command), terminal),
    optionTerm: (option) => localizePlaceholders(option.flags, terminal),
    optionDescription: (option) => describeParameter(option, terminal),
    argumentDescription: (argument) => describeParameter(argument, terminal),
  };
}

function describeParameter({ description, argChoices, defaultValue }: Option | Argument, terminal: Terminal): string {
  const values = argChoices?.map((choice) => JSON.stringify(choice)).join(', ');
  const notes = [
    ...(values ? [terminal.translate({ key: 'cli.help.choices', args: { values } })] : []),
    ...(defaultValue === undefined
      ? []
      : [terminal.translate({ key: 'cli.help.default', args: { value: JSON.stringify(defaultValue) } })]),
  ];
  return notes.length > 0 ? `${description} (${notes.join(', ')})` : description;
}
