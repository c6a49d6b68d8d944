import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '../support/database-session.js';
import { LANGUAGES, type Language } from '../support/languages.js';
import { runCommandInProcess } from '../support/run-command-in-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

type Texts = Readonly<Record<Language, string>>;

const TOKEN = /^cal_[0-9A-Za-z]{36}$/;

const CREATED: Texts = {
  ca: 'S’ha creat l’usuari Ada (administrator, ID 1). El token només es mostra aquesta vegada:',
  en: 'Ada (administrator, ID 1) was created. The token is shown this once:',
  es: 'Se ha creado el usuario Ada (administrator, ID 1). El token solo se muestra esta vez:',
};
const TOKEN_CREATED: Texts = {
  ca: 'Token 3 de l’usuari Ada, que només es mostra aquesta vegada:',
  en: 'Token 3 of Ada, shown this once:',
  es: 'Token 3 del usuario Ada, que solo se muestra esta vez:',
};

/** Commands with one line of result, in this order. */
const DONE: readonly (readonly [line: string, texts: Texts])[] = [
  ['token revoke 3', { ca: 'S’ha revocat el token 3.', en: 'Token 3 was revoked.', es: 'Se ha revocado el token 3.' }],
  ['user remove Bo', { ca: 'S’ha suprimit l’usuari Bo.', en: 'Bo was removed.', es: 'Se ha eliminado el usuario Bo.' }],
  [
    'migrate',
    { ca: 'La base de dades està al dia.', en: 'The database is up to date.', es: 'La base de datos está al día.' },
  ],
  ['seed', { ca: 'Esdeveniments carregats: 124.', en: 'Events loaded: 124.', es: 'Eventos cargados: 124.' }],
  [
    'seed',
    {
      ca: 'El calendari ja té registres, i per això no s’hi ha carregat l’agenda de mostra.',
      en: 'The calendar has records already, so the demo agenda was not loaded.',
      es: 'El calendario ya tiene registros, por lo que no se ha cargado la agenda de muestra.',
    },
  ],
];

/** Commands that cannot be carried out. */
const FAILED: readonly (readonly [line: string | readonly string[], texts: Texts])[] = [
  [
    'user create ada --role editor',
    {
      ca: 'Ja hi ha un usuari amb el nom ada.',
      en: 'There is a user named ada already.',
      es: 'Ya hay un usuario con el nombre ada.',
    },
  ],
  [
    'user remove $t(cli.help.usage){0}',
    {
      ca: 'No hi ha cap usuari amb el nom $t(cli.help.usage){0}.',
      en: 'There is no user named $t(cli.help.usage){0}.',
      es: 'No hay ningún usuario con el nombre $t(cli.help.usage){0}.',
    },
  ],
  [
    'token create Eve',
    {
      ca: 'No hi ha cap usuari amb el nom Eve.',
      en: 'There is no user named Eve.',
      es: 'No hay ningún usuario con el nombre Eve.',
    },
  ],
  [
    'user remove ada',
    {
      ca: 'No es pot suprimir l’usuari Ada, perquè és l’últim administrador propi del servei.',
      en: 'Ada is the last administrator of the service’s own, who cannot be removed.',
      es: 'No se puede eliminar el usuario Ada, porque es el último administrador propio del servicio.',
    },
  ],
  [
    'token revoke 99',
    {
      ca: 'No hi ha cap token amb el número 99.',
      en: 'There is no token 99.',
      es: 'No hay ningún token con el número 99.',
    },
  ],
  [
    ['user', 'create', '', '--role', 'editor'],
    {
      ca: 'El nom d’un usuari ha de tenir entre 1 i 200 caràcters.',
      en: 'The name of a user must have between 1 and 200 characters.',
      es: 'El nombre de un usuario debe tener entre 1 y 200 caracteres.',
    },
  ],
];

describe.each(LANGUAGES)('the commands in %s', (language) => {
  let database: TestDatabase;
  let variables: NodeJS.ProcessEnv;
  beforeAll(async () => {
    database = await createTestDatabase();
    variables = { LANG: language, DATABASE_URL: database.url };
  });
  afterAll(() => database.drop());

  it('11.2 3.10 make users and tokens, say so, and show each token in a line of its own', async () => {
    const created = await runCommandInProcess('user create Ada --role administrator', variables);
    expect(created).toEqual({ code: 0, out: expect.stringContaining('\ncal_'), err: '' });
    expect(created.out.split('\n')).toEqual([CREATED[language], expect.stringMatching(TOKEN), '']);
    const second = await runCommandInProcess('user create Bo --role contributor --json', variables);
    const bo = { id: 2, username: 'Bo', role: 'contributor', token: expect.stringMatching(TOKEN) as unknown };
    expect(Object.entries(JSON.parse(second.out) as object)).toEqual(Object.entries(bo));
    const { out } = await runCommandInProcess('token create ada', variables);
    expect(out.split('\n')).toEqual([TOKEN_CREATED[language], expect.stringMatching(TOKEN), '']);
    const list = await runCommandInProcess('user list', variables);
    expect(list).toEqual({ code: 0, out: '1\tAda\tadministrator\n2\tBo\tcontributor\n', err: '' });
  });

  it.each(DONE)('11.2 3.10 say what was done by "%s"', async (line, texts) => {
    expect(await runCommandInProcess(line, variables)).toEqual({ code: 0, out: `${texts[language]}\n`, err: '' });
  });

  it.each(FAILED)('11.2 3.10 say why %j cannot be done', async (line, texts) => {
    expect(await runCommandInProcess(line, variables)).toEqual({ code: 1, out: '', err: `${texts[language]}\n` });
  });
});

describe('the commands about tokens', () => {
  let database: TestDatabase;
  let variables: NodeJS.ProcessEnv;
  beforeAll(async () => {
    database = await createTestDatabase();
    variables = { LANG: 'en', DATABASE_URL: database.url };
    await runCommandInProcess('user create Ada --role administrator', variables);
  });
  afterAll(() => database.drop());

  it('11.2 8.2 make one for some days, and list those of a user', async () => {
    const created = await runCommandInProcess('token create ada --days 3650', variables);
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^Token 2 of Ada, shown this once:\ncal_/) });
    await runCommandInProcess('token revoke 1', variables);
    const { code, out, err } = await runCommandInProcess('token list ADA', variables);
    const rows = out.split('\n').map((line) => line.split('\t'));
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown;
    expect({ code, err, rows }).toEqual({
      code: 0,
      err: '',
      rows: [['1', moment, moment, '-', moment], ['2', moment, moment, '-', '-'], ['']],
    });
    const days = rows.slice(0, 2).map(([, from = '', to = '']) => (Date.parse(to) - Date.parse(from)) / 86_400_000);
    expect(days).toEqual([365, 3650]);
  });

  it.each([
    ['token create ada --days 0', 'error: “0” is not valid for “--days <number>”. Must be 1 or more.'],
    ['token create ada --days 3651', 'error: “3651” is not valid for “--days <number>”. Must be 3650 or less.'],
    ['token create ada --days soon', 'error: “soon” is not valid for “--days <number>”. Must be a whole number.'],
    ['token list Eve', 'There is no user named Eve.'],
  ])('11.2 refuse "%s"', async (line, text) => {
    expect(await runCommandInProcess(line, variables)).toEqual({ code: 1, out: '', err: `${text}\n` });
  });

  it('11.2 8.2 make none for users of an issuer', async () => {
    await query(
      database.url,
      `insert into users (username, role, issuer, subject, created_at)
      values ('oidc-1', 'administrator', 'https://id.example', 'ada', now())`,
    );
    expect(await runCommandInProcess('token create oidc-1', variables)).toEqual({
      code: 1,
      out: '',
      err: 'An identity provider vouches for oidc-1 and gives out the tokens.\n',
    });
    expect(await runCommandInProcess('user remove Ada', variables)).toMatchObject({ code: 1 });
  });
});

describe('the processes of the commands', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'calendar-commands-'));
    // The account of the database must get in, where root runs the tests.
    chmodSync(folder, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (program: string, line: string[], environment: Record<string, string>) =>
    new Promise((resolve) => {
      const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), ...environment };
      execFile(process.execPath, [program, ...line], { env }, (error, out, err) =>
        resolve({ code: error ? error.code : 0, out, err }),
      );
    });

  it('11.2 3.10 speak the language of LANG, also where they start the database', async () => {
    const line = ['user', 'create', 'Ada', '--role', 'editor', '--json'];
    expect(await start('dist/cli/main.js', line, { LANG: 'ca_ES.UTF-8' })).toEqual({
      code: 0,
      out: expect.stringMatching(/^\{"id":1,"username":"Ada","role":"editor","token":"cal_[0-9A-Za-z]{36}"\}\n$/),
      err: expect.stringMatching(
        /^S’està creant una base de dades nova a .*\/data\/postgres\.\nPostgreSQL [\d.]+ funciona a 127\.0\.0\.1:\d+.* les dades a .*\.\n$/,
      ),
    });
  });

  it('11.2 3.10 follow LC_ALL before LANG, and DEFAULT_LANGUAGE where that is C', async () => {
    const unreachable = { DATABASE_URL: 'postgres://127.0.0.1:1/calendar', LANG: 'en_US.UTF-8' };
    const [spanish, catalan] = await Promise.all([
      start('dist/cli/main.js', ['user', 'list'], { ...unreachable, LC_ALL: 'es_ES.UTF-8' }),
      start('dist/cli/main.js', ['user'], { ...unreachable, LC_ALL: 'C', DEFAULT_LANGUAGE: 'ca' }),
    ]);
    const err = 'No se puede acceder a la base de datos: connect ECONNREFUSED 127.0.0.1:1.\n';
    expect(spanish).toEqual({ code: 1, out: '', err });
    expect(catalan).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^Ús: cli user \[opcions\] \[ordre\]\n/),
    });
  });

  it('11.1 3.10 say what is wrong with the configuration in the language of the terminal, the service too', async () => {
    const outcomes = await Promise.all([
      start('dist/cli/main.js', ['migrate'], { TIMEZONE: 'Mart/Fobos', LC_MESSAGES: 'ca_ES.UTF-8' }),
      start('dist/main.js', [], { TIMEZONE: 'Mart/Fobos', LC_MESSAGES: 'ca_ES.UTF-8' }),
    ]);
    const err = 'La configuració no és vàlida:\n  TIMEZONE ha de ser un fus horari de la IANA, com ara Europe/Madrid\n';
    expect(outcomes).toEqual([
      { code: 1, out: '', err },
      { code: 1, out: '', err },
    ]);
  });
});
