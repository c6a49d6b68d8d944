import { Help, type Argument, type HelpConfiguration, type Option } from 'commander';
import type { Terminal } from './terminal.js';
import { inTerms } from './terms.js';

/** What commander puts above the parts of a help text. */
const TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'cli.help.usage',
  'Arguments:': 'cli.help.arguments',
  'Options:': 'cli.help.options',
  'Commands:': 'cli.help.commands',
};

/** Commander's own words in a help text, in the language of a terminal. */
export function spokenHelp(terminal: Terminal): HelpConfiguration {
  const help = new Help();
  return {
    styleTitle: (title) => terminal.text({ key: TITLES[title] ?? title }),
    commandUsage: (command) => inTerms(help.commandUsage(command), terminal),
    subcommandTerm: (command) => inTerms(help.subcommandTerm(command), terminal),
    optionTerm: (option) => inTerms(option.flags, terminal),
    optionDescription: (option) => described(option, terminal),
    argumentDescription: (argument) => described(argument, terminal),
  };
}

function described({ description, argChoices, defaultValue }: Option | Argument, terminal: Terminal): string {
  const values = argChoices?.map((choice) => JSON.stringify(choice)).join(', ');
  const remarks = [
    ...(values ? [terminal.text({ key: 'cli.help.choices', args: { values } })] : []),
    ...(defaultValue === undefined
      ? []
      : [terminal.text({ key: 'cli.help.default', args: { value: JSON.stringify(defaultValue) } })]),
  ];
  return remarks.length > 0 ? `${description} (${remarks.join(', ')})` : description;
}
