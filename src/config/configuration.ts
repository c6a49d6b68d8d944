import { existsSync } from 'node:fs';
import { z } from 'zod';
import { LANGUAGES, asLanguage } from '../common/language/languages.js';
import { normalizeTimeZone } from '../common/time/time-zone.js';

const text = z.string().trim();
const given = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
const flag = text
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], { error: 'must be true or false' }))
  .transform((value) => ['true', '1', 'yes', 'on'].includes(value));
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(given, schema.optional());
const withDefault = <Schema extends z.ZodType>(schema: Schema, value: string) =>
  z.preprocess((raw) => given(raw) ?? value, schema);
const wholeNumber = (least: number, most: number) =>
  text
    .regex(/^\d+$/, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(
      z
        .number()
        .min(least, { error: `must be at least ${least}` })
        .max(most, { error: `must be at most ${most}` }),
    );
const httpUrl = text.refine((value) => /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value), {
  error: 'must be an http or https URL',
});
const baseUrl = httpUrl
  .refine((value) => !/[?#]/.test(value), { error: 'must be a URL without query and fragment' })
  .transform((value) => value.replace(/\/+$/, ''));
const template = httpUrl.refine((value) => !/\{(?!(id|slug|language)\})/.test(value), {
  error: 'must have no placeholders but {id}, {slug} and {language}',
});
/** The first part of an address is a language where it can be one. */
const path = text
  .regex(/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)*\/?$/, { error: 'must be a path such as /wp-json, or empty' })
  .refine((value) => !asLanguage(value.split('/')[1]), { error: 'must not begin with a language' })
  .transform((value) => value.replace(/\/$/, ''));
const isOrigin = (value: string) => /^https?:/.test(value) && URL.parse(value)?.origin === value;
const origins = text.refine((value) => value.split(',').every((each) => each.trim() === '*' || isOrigin(each.trim())), {
  error: 'must be * or origins such as https://agenda.example, separated by commas',
});

const environment = z.object({
  PORT: withDefault(wholeNumber(0, 65_535), '3000'),
  HOST: withDefault(text, '127.0.0.1'),
  PUBLIC_URL: optional(baseUrl),
  REST_ROOT: withDefault(path, '/'),
  DATABASE_URL: optional(text.regex(/^postgres(ql)?:\/\//, { error: 'must be a postgres:// URL' })),
  DATA_DIR: withDefault(text, './data'),
  TIMEZONE: withDefault(
    text.transform((value, context) => {
      const zone = normalizeTimeZone(value);
      if (!zone) context.addIssue({ code: 'custom', message: 'must be an IANA time zone such as Europe/Madrid' });
      return zone ?? z.NEVER;
    }),
    'UTC',
  ),
  DEFAULT_LANGUAGE: withDefault(
    text.transform((value, context) => {
      const language = asLanguage(value);
      if (!language) context.addIssue({ code: 'custom', message: `must be one of ${LANGUAGES.join(', ')}` });
      return language ?? z.NEVER;
    }),
    'en',
  ),
  MAX_PER_PAGE: withDefault(wholeNumber(1, 500), '50'),
  DEMO: withDefault(flag, 'true'),
  ADMIN_TOKEN: optional(
    text
      .min(32, { error: 'must have at least 32 characters' })
      .regex(/^[\x21-\x7e]+$/, { error: 'must be visible ASCII characters' }),
  ),
  CORS_ORIGINS: withDefault(origins, '*'),
  TRUST_PROXY: withDefault(flag, 'false'),
  LOG_LEVEL: withDefault(z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }), 'info'),
  EVENT_URL_TEMPLATE: optional(template),
  VENUE_URL_TEMPLATE: optional(template),
  ORGANIZER_URL_TEMPLATE: optional(template),
  CATEGORY_URL_TEMPLATE: optional(template),
  TAG_URL_TEMPLATE: optional(template),
});

/** The service's configuration: the environment, validated. The README's table explains each variable. */
export type Configuration = Readonly<z.output<typeof environment>>;

/** Injection token of the {@link Configuration}. */
export const CONFIGURATION = Symbol('CONFIGURATION');

/** The environment holds a value the service cannot run with; the message names each variable. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Adds the variables of a file `.env` in the working folder, where there is one, to those that are set. */
export function readEnvironmentFile(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Whether this process runs as a script of npm. */
export function isRunByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}

/**
 * Validates the environment.
 * @throws {ConfigurationError} naming every variable that is wrong, and what it must be.
 */
export function readConfiguration(variables: NodeJS.ProcessEnv): Configuration {
  const result = environment.safeParse(variables);
  if (result.success) return Object.freeze(result.data);
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new ConfigurationError(`The configuration is not valid:\n  ${lines.join('\n  ')}`);
}
