import type { CommanderError } from 'commander';
import type { Message } from '../kernel/language/message.js';
import type { Language } from '../kernel/language/languages.js';
import type { Terminal } from './terminal.js';
import { localizePlaceholders } from './localize-placeholders.js';

const SUGGESTION_PATTERN = String.raw`(?:\n\(Did you mean (?:one of )?(?<similar>.*)\?\))?`;

/**
 * What commander refuses, by the codes of its errors. An error has no details but in its English message, which the
 * patterns read: it quotes what was typed, and names arguments and options as the program declares them.
 */
export const COMMAND_ERRORS: readonly { readonly code: string; readonly key: string; readonly pattern: RegExp }[] = [
  {
    code: 'commander.unknownCommand',
    key: 'cli.errors.unknown_command',
    pattern: new RegExp(`^error: unknown command '(?<value>.*?)'${SUGGESTION_PATTERN}$`, 's'),
  },
  {
    code: 'commander.unknownOption',
    key: 'cli.errors.unknown_option',
    pattern: new RegExp(`^error: unknown option '(?<value>.*?)'${SUGGESTION_PATTERN}$`, 's'),
  },
  {
    code: 'commander.missingArgument',
    key: 'cli.errors.missing_argument',
    pattern: /^error: missing required argument '(?<argument>.*)'$/,
  },
  {
    code: 'commander.optionMissingArgument',
    key: 'cli.errors.missing_value',
    pattern: /^error: option '(?<option>.*)' argument missing$/,
  },
  {
    code: 'commander.missingMandatoryOptionValue',
    key: 'cli.errors.missing_option',
    pattern: /^error: required option '(?<option>.*)' not specified$/,
  },
  {
    code: 'commander.excessArguments',
    key: 'cli.errors.too_many_arguments',
    pattern: /^error: too many arguments for '(?<command>.*)'\. Expected (?<expected>\d+) \w+ but got (?<value>\d+)\.$/,
  },
  {
    code: 'commander.invalidArgument',
    key: 'cli.errors.invalid_option',
    pattern: /^error: option '(?<option>.*?)' argument '(?<value>.*)' is invalid\. (?<reason>.*)$/s,
  },
  {
    code: 'commander.invalidArgument',
    key: 'cli.errors.invalid_argument',
    pattern:
      /^error: command-argument value '(?<value>.*)' is invalid for argument '(?<argument>.*?)'\. (?<reason>.*)$/s,
  },
];

/** What a terminal shows, line by line, of something that commander refuses; nothing where it has shown its help. */
export function commandErrorLines(
  { code, message }: CommanderError,
  terminal: Terminal,
): readonly (Message | string)[] {
  if (message === '(outputHelp)') return [];
  for (const { key, pattern } of COMMAND_ERRORS.filter((each) => each.code === code)) {
    const quoted = pattern.exec(message)?.groups;
    if (quoted)
      return [{ key, args: localizeQuoted(quoted, terminal) }, ...suggestion(quoted['similar'], terminal.language)];
  }
  return [message];
}

function localizeQuoted({ option, argument, ...others }: Record<string, string>, terminal: Terminal): Message['args'] {
  return {
    ...others,
    ...(option && { option: localizePlaceholders(option, terminal) }),
    ...(argument && { argument: localizePlaceholders(`<${argument}>`, terminal) }),
  };
}

function suggestion(similar: string | undefined, language: Language): Message[] {
  if (!similar) return [];
  const alternatives = new Intl.ListFormat(language, { type: 'disjunction' }).format(similar.split(', '));
  return [{ key: 'cli.errors.similar', args: { similar: alternatives } }];
}
