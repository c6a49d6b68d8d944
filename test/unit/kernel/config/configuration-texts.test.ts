import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../../src/kernel/language/languages.js';
import { readConfiguration, type ConfigurationError } from '../../../../src/kernel/config/configuration.js';
import { describeFailure } from '../../../../src/kernel/errors/describe-failure.js';

/** A value for every reason to refuse one. */
const REFUSED: readonly (readonly [variable: string, value: string, key: string])[] = [
  ['DEMO', 'maybe', 'boolean'],
  ['PORT', 'x', 'integer'],
  ['MAX_PER_PAGE', '0', 'too_small'],
  ['PORT', '65536', 'too_large'],
  ['PUBLIC_URL', 'agenda.example', 'url'],
  ['PUBLIC_URL', 'https://agenda.example/?a', 'base_url'],
  ['EVENT_URL_TEMPLATE', 'https://agenda.example/{name}', 'template'],
  ['REST_ROOT', 'wp-json', 'path'],
  ['REST_ROOT', '/es', 'path_language'],
  ['CORS_ORIGINS', 'agenda.example', 'origins'],
  ['DATABASE_URL', 'mysql://h/d', 'database_url'],
  ['TIMEZONE', 'Mars/Phobos', 'time_zone'],
  ['DEFAULT_LANGUAGE', 'fr', 'one_of'],
  ['LOG_LEVEL', 'verbose', 'one_of'],
  ['ADMIN_TOKEN', 'a', 'too_short'],
  ['ADMIN_TOKEN', `${'a'.repeat(32)} b`, 'visible_ascii'],
  ['OIDC_JWKS_URI', 'http://id.example/keys', 'https'],
];

/** A value that wants another variable: what is missing is named. */
const ALONE: readonly (readonly [variable: string, value: string, missing: string])[] = [
  ['OIDC_ISSUER', 'https://id.example/', 'OIDC_AUDIENCE'],
  ['OIDC_AUDIENCE', 'calendar', 'OIDC_ISSUER'],
];

function refusal(variables: NodeJS.ProcessEnv): ConfigurationError {
  try {
    readConfiguration(variables);
  } catch (error) {
    return error as ConfigurationError;
  }
  throw new Error(`Accepted ${JSON.stringify(variables)}`);
}

function textsOf(language: string): Record<string, string> {
  const file = join(import.meta.dirname, `../../../../src/i18n/${language}/configuration.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

describe('what is wrong with the configuration', () => {
  it('11.1 3.10 has a case here for each of its texts', () => {
    const keys = new Set(['invalid', 'required_with', ...REFUSED.map(([, , key]) => key)]);
    expect([...keys].toSorted()).toEqual(Object.keys(textsOf('en')).toSorted());
  });

  describe.each(LANGUAGES)('in %s', (language) => {
    const texts = textsOf(language);

    it.each(REFUSED)('11.1 3.10 names %s=%s first, and says what it must be', async (variable, value, key) => {
      const [lead, line, ...rest] = (await describeFailure(refusal({ [variable]: value }), language)).split('\n');
      const [before = '', behind = ''] = (texts[key] ?? '').split(/\{\w+\}/);
      expect([lead, rest]).toEqual([texts['invalid'], []]);
      expect(line?.startsWith(`  ${variable} ${before}`)).toBe(true);
      expect(line?.endsWith(behind)).toBe(true);
      expect(line).not.toMatch(/\{(least|most|names|values)\}/);
    });

    it.each(ALONE)('11.1 3.10 8.2 names what %s=%s is missing: %s', async (variable, value, missing) => {
      const text = (texts['required_with'] ?? '').replace('{other}', variable);
      const error = refusal({ [variable]: value, PORT: 'x' });
      const lines = [texts['invalid'], `  PORT ${texts['integer']}`, `  ${missing} ${text}`];
      expect((await describeFailure(error, language)).split('\n')).toEqual(lines);
    });
  });

  it('11.1 3.10 is said in full, a line for each variable', async () => {
    const error = refusal({ PORT: '65536', TIMEZONE: 'Mart/Fobos', VENUE_URL_TEMPLATE: 'https://a.example/{name}' });
    expect(await describeFailure(error, 'ca')).toBe(
      [
        'La configuració no és vàlida:',
        '  PORT ha de ser 65535 o menys',
        '  TIMEZONE ha de ser un fus horari de la IANA, com ara Europe/Madrid',
        '  VENUE_URL_TEMPLATE no pot contenir altres marcadors que {id}, {slug}, {language}',
      ].join('\n'),
    );
    expect(error.message).toBe(await describeFailure(error, 'en'));
  });
});
