import { describe, expect, it } from '@jest/globals';
import { CommanderError, Option } from 'commander';
import { loadMessages } from '../../../src/kernel/language/load-messages.js';
import { readConfiguration } from '../../../src/kernel/config/configuration.js';
import { createProgram } from '../../../src/cli/create-program.js';
import { commandErrorLines } from '../../../src/cli/command-errors.js';
import { Terminal } from '../../../src/cli/terminal.js';
import { LANGUAGES, type Language } from '../../support/languages.js';
import { runCommandInProcess } from '../../support/run-command-in-process.js';
import { CATALAN_HELP, CREATE_HELP, REFUSED, SPANISH_HELP_OF_REVOKE } from './command-texts.js';

const LOCALES: Readonly<Record<Language, string>> = { ca: 'ca_ES.UTF-8', en: 'en_GB.UTF-8', es: 'es_MX@euro' };

const messages = await loadMessages();
const TERMINALS = LANGUAGES.map((language) => new Terminal(messages, language, process));

describe.each(LANGUAGES)('the commands in %s', (language) => {
  const variables = { LANG: LOCALES[language], DEFAULT_LANGUAGE: language === 'ca' ? 'es' : 'ca' };

  it('11.2 3.10 explain themselves, with the words of the library too', async () => {
    const help = { code: 0, out: CREATE_HELP[language], err: '' };
    expect(await runCommandInProcess('user create --help', variables)).toEqual(help);
    expect(await runCommandInProcess('user help create', variables)).toEqual(help);
  });

  it.each(REFUSED)('11.2 3.10 refuse "%s" on standard error, with the exit code 1', async (line, texts) => {
    expect(await runCommandInProcess(line, variables)).toEqual({ code: 1, out: '', err: `${texts[language]}\n` });
  });
});

describe('the commands', () => {
  it('11.2 3.10 are listed where none is given, which is a failure, and where help is asked for, which is none', async () => {
    const variables = { LANG: LOCALES.ca };
    expect(await runCommandInProcess('', variables)).toEqual({ code: 1, out: '', err: CATALAN_HELP });
    for (const line of ['help', '--help', '-h'])
      expect(await runCommandInProcess(line, variables)).toEqual({ code: 0, out: CATALAN_HELP, err: '' });
  });

  it('11.2 3.10 explain their arguments', async () => {
    const outcome = await runCommandInProcess('token revoke --help', { LANG: LOCALES.es });
    expect(outcome).toEqual({ code: 0, out: SPANISH_HELP_OF_REVOKE, err: '' });
  });

  it('11.2 3.10 name several that are like what was typed as the language does', () => {
    const error = new CommanderError(
      1,
      'commander.unknownCommand',
      `error: unknown command 'lost'\n(Did you mean one of last, list?)`,
    );
    const similar = TERMINALS.map((terminal) => commandErrorLines(error, terminal)[1]);
    expect(similar).toEqual(
      ['last o list', 'last or list', 'last o list'].map((list) => ({
        key: 'cli.errors.similar',
        args: { similar: list },
      })),
    );
  });

  it('11.2 3.10 pass on what the library may say besides', () => {
    const error = new CommanderError(1, 'commander.conflictingOption', 'error: something new');
    const others = new CommanderError(1, 'commander.unknownOption', 'error: new words');
    for (const terminal of TERMINALS) {
      expect(commandErrorLines(error, terminal)).toEqual(['error: something new']);
      expect(commandErrorLines(others, terminal)).toEqual(['error: new words']);
    }
  });

  it('11.2 3.10 would show a default value in the language of the terminal', () => {
    const help = createProgram(readConfiguration({}), TERMINALS[0] as Terminal)
      .addOption(new Option('--limit <number>', 'quants').default(10))
      .helpInformation();
    expect(help).toContain('--limit <nombre>  quants (per defecte: 10)\n');
  });

  it('11.2 3.10 say what is wrong with the configuration in its own language', async () => {
    const outcome = await runCommandInProcess('--help', { LANG: 'C', DEFAULT_LANGUAGE: 'ca', PORT: 'x' });
    const err = 'La configuració no és vàlida:\n  PORT ha de ser un nombre enter\n';
    expect(outcome).toEqual({ code: 1, out: '', err });
  });
});
