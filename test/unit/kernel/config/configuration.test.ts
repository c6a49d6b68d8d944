import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, readConfiguration } from '../../../../src/kernel/config/configuration.js';
import { misspeltVariableHints } from '../../../../src/kernel/config/similar-variables.js';

const FOLDER = fileURLToPath(new URL('../../../../src/pages/files', import.meta.url));
const STYLE_SHEET = join(FOLDER, 'pages.css');
const LOGO = fileURLToPath(new URL('../../../../src/openapi/docs/page/favicon.svg', import.meta.url));

const DEFAULTS = {
  PORT: 3000,
  HOST: '127.0.0.1',
  REST_ROOT: '',
  MIGRATION_LOCK_TIMEOUT: 300,
  DATA_DIR: './data',
  TIMEZONE: 'UTC',
  DEFAULT_LANGUAGE: 'en',
  MAX_PER_PAGE: 50,
  CACHE_BYTES: 33_554_432,
  HTTP_MAX_AGE: 0,
  AUDIT_DAYS: 365,
  REQUIRE_IF_MATCH: false,
  RATE_LIMIT: 0,
  DEMO: true,
  PAGES: true,
  PAGES_ROOT: '/agenda',
  PAGES_CELL: 4,
  PAGES_IMAGE_HOSTS: [],
  PAGES_EMBED: '*',
  PAGES_INDEX: true,
  MAP_AUTOLOAD: false,
  CORS_ORIGINS: '*',
  TRUST_PROXY: false,
  OIDC_ROLE_CLAIM: 'roles',
  FEED_TTL: 'PT1H',
  FEED_STREAMS: 4,
  LOG_LEVEL: 'info',
  EXTENSIONS: [],
};
const WITHOUT_DEFAULT = [
  'PUBLIC_URL',
  'METRICS_PORT',
  'DATABASE_URL',
  'ADMIN_TOKEN',
  'OIDC_ISSUER',
  'OIDC_AUDIENCE',
  'EVENT_URL_TEMPLATE',
  'TAG_URL_TEMPLATE',
  'PAGES_NAME_CA',
  'PAGES_LOGO',
  'PAGES_CSS',
  'MAP_TILES',
  'MAP_ATTRIBUTION',
];

/** Returns the error message for invalid variables. */
function errorMessageFor(variables: NodeJS.ProcessEnv): string {
  try {
    readConfiguration(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
  throw new Error(`Accepted ${JSON.stringify(variables)}`);
}

describe('readConfiguration', () => {
  it('has all defaults without variables (11.1)', () => {
    const configuration = readConfiguration({});
    expect(configuration).toMatchObject(DEFAULTS);
    for (const name of WITHOUT_DEFAULT) expect(configuration).not.toHaveProperty(name, expect.anything());
  });

  it('treats an empty or blank value as not set (11.1)', () => {
    for (const emptyValue of ['', '  ']) {
      const names = [...Object.keys(DEFAULTS), ...WITHOUT_DEFAULT];
      expect(readConfiguration(Object.fromEntries(names.map((name) => [name, emptyValue])))).toEqual(
        readConfiguration({}),
      );
    }
  });

  it.each([
    ['PORT', ' 8080 ', 8080],
    ['HOST', '[::1]', '::1'],
    ['PUBLIC_URL', 'https://agenda.example/', 'https://agenda.example'],
    ['REST_ROOT', '/', ''],
    ['REST_ROOT', '/wp-json/', '/wp-json'],
    ['DATABASE_URL', 'postgres://u:p@h/d?sslmode=require&a=1', 'postgres://u:p@h/d?sslmode=verify-full&a=1'],
    [
      'DATABASE_URL',
      'postgres://h/d?uselibpqcompat=true&sslmode=prefer',
      'postgres://h/d?uselibpqcompat=true&sslmode=prefer',
    ],
    ['DATABASE_URL', 'postgres://u:%2F@%3A+"{}@h/d', 'postgres://u:%2F@%3A+"{}@h/d'],
    ['TIMEZONE', 'europe/madrid', 'Europe/Madrid'],
    ['DEFAULT_LANGUAGE', 'CA', 'ca'],
    ['DEMO', 'false', false],
    ['TRUST_PROXY', 'ON', true],
    ['CORS_ORIGINS', 'https://a.example, http://b.example:8080', 'https://a.example, http://b.example:8080'],
    ['EVENT_URL_TEMPLATE', 'https://a.example/{language}/{slug}?p={id}', 'https://a.example/{language}/{slug}?p={id}'],
    ['TAG_URL_TEMPLATE', ' page ', 'page'],
    ['PAGES_ROOT', '/que-fem/', '/que-fem'],
    ['PAGES_ROOT', '/docsy', '/docsy'],
    ['PAGES_LOGO', LOGO, LOGO],
    ['PAGES_CSS', STYLE_SHEET, STYLE_SHEET],
    ['PAGES_IMAGE_HOSTS', 'a.example, *.b.example:8080', ['a.example', '*.b.example:8080']],
    ['PAGES_IMAGE_HOSTS', '*', ['*']],
    ['PAGES_EMBED', 'https://a.example,https://b.example', 'https://a.example,https://b.example'],
  ])('reads %s=%s (11.1)', (name, value, expected) => {
    expect(readConfiguration({ [name]: value })).toMatchObject({ [name]: expected });
  });

  it.each<[name: string, values: string | string[]]>([
    ['PORT', ['abc', '-1', '65536', '80.5', '0x50', '1e3', '8080 8081']],
    [
      'PUBLIC_URL',
      ['agenda.example', 'ftp://a.example', 'https://a b', 'https://a.example/?b=1', 'https://a.example/#b'],
    ],
    ['REST_ROOT', ['wp-json', '/wp json', '//wp-json', '/wp-json?a', '/../a', '/.', '/es', '/CA/wp-json']],
    ['DATABASE_URL', ['mysql://h/d', 'h/d', 'localhost:5432']],
    ['DATABASE_URL', ['/', '?', '#', '%', '1/', '1?', '1#'].map((part) => `postgres://u:${part}s@h/d`)],
    ['DATABASE_URL', ['postgres://a,b/d', 'postgres://u@h', 'postgres://u@h/']],
    ['DATABASE_URL', ['schema=a', 'currentSchema=a', 'sslrootcert=system'].map((part) => `postgres://h/d?${part}`)],
    ['TIMEZONE', ['Mars/Phobos', 'XYZ+25', 'infinity', 'Madrid']],
    ['DEFAULT_LANGUAGE', ['fr', 'es-ES', 'english']],
    ['MAX_PER_PAGE', ['0', '-5', 'many', '1.5', '100000']],
    ['CACHE_BYTES', ['-1', '32 MiB', '1e6', '1073741825']],
    ['DEMO', ['maybe', '2', 'yes please']],
    ['TRUST_PROXY', '10.0.0.0/8'],
    ['ADMIN_TOKEN', ['a'.repeat(31), `${'a'.repeat(32)} b`, 'à'.repeat(32)]],
    ['OIDC_ISSUER', ['id.example', 'http://id.example', 'https://id.example/?a', 'https://id.example/#a']],
    ['OIDC_JWKS_URI', ['/keys', 'http://id.example/keys', 'ftp://id.example/keys']],
    ['CORS_ORIGINS', ['agenda.example', 'https://a.example/path', 'https://a.example,', '*.example', 'null']],
    ['LOG_LEVEL', ['verbose', '3']],
    ['HTTP_MAX_AGE', ['-1', '31536001', 'day']],
    ['REQUIRE_IF_MATCH', 'perhaps'],
    ['RATE_LIMIT', ['-1', '1000001', '1.5']],
    ['METRICS_PORT', ['65536', 'on']],
    ['EVENT_URL_TEMPLATE', ['/events/{id}', 'javascript:alert({id})', 'https://a.example/{name}']],
    ['VENUE_URL_TEMPLATE', '{slug}'],
    ['ORGANIZER_URL_TEMPLATE', '{slug}'],
    ['CATEGORY_URL_TEMPLATE', '{slug}'],
    ['TAG_URL_TEMPLATE', ['{slug}', 'pages']],
    ['PAGES', 'maybe'],
    ['PAGES_ROOT', ['/', 'agenda', '/docs/', '/docs/agenda', '/health', '/es/agenda', '/calendar', '/calendar/events']],
    ['PAGES_LOGO', ['missing.svg', STYLE_SHEET, FOLDER]],
    ['PAGES_CSS', ['missing.css', LOGO, FOLDER]],
    ['PAGES_CELL', ['0', '21', 'all']],
    ['PAGES_IMAGE_HOSTS', ['https://a.example', 'a.example,', 'a b', '*.*', 'a.example/images']],
    ['PAGES_EMBED', ['a.example', 'https://a.example/', 'none, https://a.example', 'https://a.example,']],
    ['PAGES_INDEX', 'no robots'],
  ])('rejects an invalid %s and reports its name (11.1)', (name, values) => {
    for (const value of [values].flat()) {
      const message = errorMessageFor({ OIDC_ISSUER: 'https://id.example', OIDC_AUDIENCE: 'calendar', [name]: value });
      expect([value, message.split('\n').slice(1)]).toEqual([
        value,
        [expect.stringMatching(new RegExp(`^ *${name} must `))],
      ]);
    }
  });

  it.each(['https://id.example', 'https://id.example/realms/town/', 'http://localhost:8080', 'http://[::1]:8080/a'])(
    'keeps the issuer %s unchanged (11.1, 8.2)',
    (issuer) => {
      const configuration = readConfiguration({
        OIDC_ISSUER: issuer,
        OIDC_AUDIENCE: 'calendar',
        OIDC_ROLE_CLAIM: 'a.b',
      });
      expect(configuration).toMatchObject({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: 'calendar', OIDC_ROLE_CLAIM: 'a.b' });
    },
  );

  it('reports all invalid variables at once, without secret values (11.1)', () => {
    const secrets = { ADMIN_TOKEN: 'my-secret', DATABASE_URL: 'mysql://u:my-secret@h/d' };
    const message = errorMessageFor({ ...secrets, PORT: 'x', TIMEZONE: 'y', MAX_PER_PAGE: '7', DEMO: '7' });
    for (const name of [...Object.keys(secrets), 'PORT', 'TIMEZONE', 'DEMO']) expect(message).toContain(`${name} must`);
    expect(message).not.toMatch(/MAX_PER_PAGE|my-secret/);
  });

  it.each([
    ['OIDC_ISSUER', 'https://id.example/', 'OIDC_AUDIENCE'],
    ['OIDC_AUDIENCE', 'calendar', 'OIDC_ISSUER'],
    ['MAP_TILES', 'https://tiles.example/{z}/{x}/{y}.png', 'MAP_ATTRIBUTION'],
    ['MAP_ATTRIBUTION', '© contributors', 'MAP_TILES'],
  ])(
    'rejects %s without its counterpart, and reports other invalid variables too (11.1, 8.2, 17.22)',
    (variable, value, missing) => {
      expect(errorMessageFor({ [variable]: value, PORT: 'x' })).toBe(
        `Invalid configuration:\n  PORT must be an integer\n  ${missing} is required if ${variable} is set`,
      );
    },
  );

  it.each(['https://tiles.example/{z}/{x}.png', 'tiles.example/{z}/{x}/{y}', 'ftp://tiles.example/{z}/{x}/{y}'])(
    'rejects %s as MAP_TILES (11.1, 17.22)',
    (MAP_TILES) => {
      expect(errorMessageFor({ MAP_TILES, MAP_ATTRIBUTION: 'x' })).toMatch(/^ *MAP_TILES must /m);
    },
  );

  it.each([
    ['/wp-json', '/wp-json'],
    ['/site/wp-json', '/site'],
    ['/wp-json', '/wp-json/calendar/pages'],
  ])('with REST_ROOT=%s rejects PAGES_ROOT=%s, which would hide the API (17, limits)', (REST_ROOT, PAGES_ROOT) => {
    expect(errorMessageFor({ REST_ROOT, PAGES_ROOT })).toMatch(/^ *PAGES_ROOT must /m);
  });

  it('without pages ignores PAGES_ROOT, so that the API may have its path (17, limits)', () => {
    expect(readConfiguration({ REST_ROOT: '/agenda', PAGES: 'false' })).toMatchObject({ REST_ROOT: '/agenda' });
  });

  it('rejects page as URL template without the pages (17.29)', () => {
    expect(readConfiguration({ VENUE_URL_TEMPLATE: 'page' }).VENUE_URL_TEMPLATE).toBe('page');
    expect(errorMessageFor({ VENUE_URL_TEMPLATE: 'page', PAGES: 'false' })).toBe(
      'Invalid configuration:\n  VENUE_URL_TEMPLATE must be a URL: page needs PAGES=true',
    );
  });
});

describe('misspeltVariableHints', () => {
  it.each([
    ['PROT', 'PORT'],
    ['port', 'PORT'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['TIME_ZONE', 'TIMEZONE'],
  ])('reports %s and suggests %s, unless that is set (11.1)', (name, similar) => {
    const hint = `${name} is not a variable of the service. Did you mean ${similar}?`;
    expect(misspeltVariableHints({ [name]: '1', PATH: '/bin' })).toEqual([hint]);
    expect(misspeltVariableHints({ [name]: '1', [similar]: '1' })).toEqual([]);
  });

  it('is silent about variables of other programs (11.1)', () => {
    const names = ['HOME', 'HOSTNAME', 'PATH', 'PWD', 'TERM', 'TEMP', 'LANG', 'TZ', 'NODE_ENV', 'POSTGRES_PASSWORD'];
    expect(misspeltVariableHints(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([]);
  });
});
