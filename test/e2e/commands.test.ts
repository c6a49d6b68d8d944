import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { onlyInFullRun } from '../support/run/run-mode.js';
import { runCommandInProcess } from '../support/processes/run-command-in-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const TOKEN = /^cal_[0-9A-Za-z]{36}$/;

describe('Commands', () => {
  let database: TestDatabase;
  let variables: NodeJS.ProcessEnv;
  beforeAll(async () => {
    database = await createTestDatabase();
    variables = { DATABASE_URL: database.url };
    await query(database.url, 'insert into tags (created_at, modified_at) values (now(), now())');
  });
  afterAll(() => database.drop());

  it('create users and tokens, and print each token on its own line (11.2)', async () => {
    const created = await runCommandInProcess('user create Ada --role administrator', variables);
    expect(created).toEqual({ code: 0, out: expect.stringContaining('\ncal_'), err: '' });
    const createdText = 'User Ada created (role administrator, id 1). The token is shown only once:';
    expect(created.out.split('\n')).toEqual([createdText, expect.stringMatching(TOKEN), '']);
    const second = await runCommandInProcess('user create Bo --role contributor --json', variables);
    const bo = { id: 2, username: 'Bo', role: 'contributor', token: expect.stringMatching(TOKEN) as unknown };
    expect(Object.entries(JSON.parse(second.out) as object)).toEqual(Object.entries(bo));
    const { out } = await runCommandInProcess('token create ada', variables);
    expect(out.split('\n')).toEqual(['Token 3 of Ada, shown only once:', expect.stringMatching(TOKEN), '']);
    const list = await runCommandInProcess('user list', variables);
    expect(list).toEqual({ code: 0, out: '1\tAda\tadministrator\n2\tBo\tcontributor\n', err: '' });
  });

  it.each([
    ['token revoke 3', 'Token 3 revoked.'],
    ['user remove Bo', 'User Bo removed.'],
    ['migrate', 'The database is up to date.'],
    ['seed', 'The calendar already has records. The demo agenda was not loaded.'],
  ])('"%s" prints: %s (11.2)', async (line, output) => {
    expect(await runCommandInProcess(line, variables)).toEqual({ code: 0, out: `${output}\n`, err: '' });
  });

  it.each([
    ['a closed port', '127.0.0.1:1', 'connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.'],
    ['a missing password', 'HOST', 'The server requires a password'],
  ])('report host, name, user and reason if the connection fails: %s (11.1)', async (_case, host, reason) => {
    const address = host.replace('HOST', new URL(database.url).host);
    const { code, err } = await runCommandInProcess('user list', {
      DATABASE_URL: `postgres://calendar@${address}/town`,
    });
    expect([code, err]).toEqual([1, expect.stringContaining(reason)]);
    expect(err).toMatch(`The database town at ${address} cannot be reached as user calendar: `);
  });

  it.each<[line: string | readonly string[], error: string]>([
    ['user create ada --role editor', 'A user named ada already exists.'],
    ['user remove Eve', 'There is no user named Eve.'],
    ['user remove ada', 'Ada is the last administrator and cannot be removed.'],
    ['token revoke 99', 'There is no token 99.'],
    [['user', 'create', '', '--role', 'editor'], 'A user name must have 1 to 200 characters.'],
  ])('%j fails: %s (11.2)', async (line, error) => {
    expect(await runCommandInProcess(line, variables)).toEqual({ code: 1, out: '', err: `${error}\n` });
  });

  it('create a token with a given lifetime, and list the tokens of a user (11.2, 8.2)', async () => {
    // The tests above created the tokens 1 to 3. The first token of Cai is 4.
    await runCommandInProcess('user create Cai --role administrator', variables);
    const created = await runCommandInProcess('token create cai --days 3650', variables);
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^Token 5 of Cai, shown only once:\ncal_/) });
    await runCommandInProcess('token revoke 4', variables);
    const { code, out, err } = await runCommandInProcess('token list CAI', variables);
    const rows = out.split('\n').map((line) => line.split('\t'));
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as unknown;
    // Columns: id, created, expires, last used, revoked.
    expect({ code, err, rows }).toEqual({
      code: 0,
      err: '',
      rows: [['4', instant, instant, '-', instant], ['5', instant, instant, '-', '-'], ['']],
    });
    const days = rows.slice(0, 2).map(([, from = '', to = '']) => (Date.parse(to) - Date.parse(from)) / 86_400_000);
    expect(days).toEqual([365, 3650]);
  });

  it('create no token for an OIDC user, and keep the last administrator who is a local user (11.2, 8.2)', async () => {
    await query(
      database.url,
      `insert into users (username, role, issuer, subject, created_at)
      values ('oidc-1', 'administrator', 'https://id.example', 'ada', now())`,
    );
    expect(await runCommandInProcess('token create oidc-1', variables)).toEqual({
      code: 1,
      out: '',
      err: 'oidc-1 signs in through the identity provider, which also issues the tokens.\n',
    });
    expect(await runCommandInProcess('user remove Cai', variables)).toMatchObject({ code: 0 });
    expect(await runCommandInProcess('user remove Ada', variables)).toMatchObject({ code: 1 });
  });
});

describe('Processes', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'calendar-commands-'));
    // If root runs the tests, PostgreSQL runs as another system user, which needs access to the folder.
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

  onlyInFullRun(() => {
    it('of commands create the embedded database if needed, and report it on standard error (11.2)', async () => {
      const line = ['user', 'create', 'Ada', '--role', 'editor', '--json'];
      expect(await start('dist/cli/main.js', line, { LANG: 'ca_ES.UTF-8' })).toEqual({
        code: 0,
        out: expect.stringMatching(/^\{"id":1,"username":"Ada","role":"editor","token":"cal_[0-9A-Za-z]{36}"\}\n$/),
        err: expect.stringMatching(
          /^Creating a database in .*\/data\/postgres\.\nPostgreSQL [\d.]+ runs on 127\.0\.0\.1:\d+.* with its data in .*\.\n$/,
        ),
      });
    });
  });

  it('of the service fail without creating a database if the port is in use (11.1)', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const variables = { PORT: String(port), DATA_DIR: join(folder, 'unused') };
    const err = expect.stringMatching(`^Port ${port} on 127.0.0.1 is already in use`) as unknown;
    expect(await start('dist/main.js', [], variables)).toEqual({ code: 1, out: '', err });
    expect(existsSync(variables.DATA_DIR)).toBe(false);
    taken.close();
  });

  it('of commands and of the service report invalid variables with the same message (11.1)', async () => {
    const outcomes = await Promise.all([
      start('dist/cli/main.js', ['migrate'], { TIMEZONE: 'Mart/Fobos' }),
      start('dist/main.js', [], { TIMEZONE: 'Mart/Fobos' }),
    ]);
    const err =
      'Invalid configuration:\n  TIMEZONE must be an IANA time zone such as Europe/Madrid, or an offset such as UTC+2\n';
    expect(outcomes).toEqual([
      { code: 1, out: '', err },
      { code: 1, out: '', err },
    ]);
  });
});
