import { describe, expect, it } from 'vitest';
import { runCommandInProcess } from '../../support/processes/run-command-in-process.js';

const CREATE_HELP = `Usage: cli user create [options] <name>

create a user and print their first token, which is shown only once

Options:
  --role <role>  role of the user (choices: "administrator", "editor", "author",
                 "contributor", "subscriber")
  --json         print one line of JSON: {"id","username","role","token"}
  -h, --help     display help for command
`;

const INVALID: readonly (readonly [line: string, error: string])[] = [
  ['frob', `unknown command 'frob'`],
  ['user lst', `unknown command 'lst'\n(Did you mean list?)`],
  ['user create ada', `required option '--role <role>' not specified`],
  ['user create ada --role king', `Allowed choices are administrator, editor, author, contributor, subscriber.`],
  ['user create --role editor', `missing required argument 'name'`],
  ['token revoke x', `Must be an integer.`],
  ['token create ada --days 0', `Must be from 1 to `],
  ['user list --all', `unknown option '--all'`],
  ['user list ada', `too many arguments for 'list'.`],
];

describe('Command line', () => {
  it('--help prints the help of a command to standard output, with exit code 0 (11.2)', async () => {
    expect(await runCommandInProcess('user create --help', {})).toEqual({ code: 0, out: CREATE_HELP, err: '' });
    expect(await runCommandInProcess('user help create', {})).toEqual({ code: 0, out: CREATE_HELP, err: '' });
  });

  it('lists the commands, with exit code 1 if no command is given (11.2)', async () => {
    const { out: help } = await runCommandInProcess('--help', {});
    for (const command of ['user', 'token', 'seed', 'migrate', 'extension']) expect(help).toContain(`\n  ${command} `);
    expect(await runCommandInProcess('', {})).toEqual({ code: 1, out: '', err: help });
  });

  it.each(INVALID)('rejects "%s" with an error on standard error and exit code 1 (11.2)', async (line, error) => {
    const outcome = await runCommandInProcess(line, {});
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.err).toMatch(/^error: /);
    expect(outcome.err).toContain(error);
  });

  it('is in English, regardless of the languages of the terminal and the service (11.2)', async () => {
    const variables = { LANG: 'ca_ES.UTF-8', DEFAULT_LANGUAGE: 'ca' };
    expect((await runCommandInProcess('user create --help', variables)).out).toBe(CREATE_HELP);
    const invalid = await runCommandInProcess('--help', { ...variables, PORT: 'x' });
    expect(invalid).toEqual({ code: 1, out: '', err: 'Invalid configuration:\n  PORT must be an integer\n' });
  });
});
