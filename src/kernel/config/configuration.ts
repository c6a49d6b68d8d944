import { existsSync } from 'node:fs';
import { z } from 'zod';
import { isSecureUrl } from './secure-url.js';
import { LANGUAGES, parseLanguage, type Language } from '../language/languages.js';
import { terminalLanguage } from '../language/terminal-language.js';
import { normalizeTimeZone } from '../time/time-zone.js';
import { configurationError } from './configuration.error.js';

export { ConfigurationError } from './configuration.error.js';

const text = z.string().trim();
const emptyToUndefined = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
const flag = text
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], { error: 'configuration.boolean' }))
  .transform((value) => ['true', '1', 'yes', 'on'].includes(value));
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(emptyToUndefined, schema.optional());
const withDefault = <Schema extends z.ZodType>(schema: Schema, value: string) =>
  z.preprocess((raw) => emptyToUndefined(raw) ?? value, schema);
const integer = (min: number, max: number) =>
  text
    .regex(/^\d+$/, { error: 'configuration.integer' })
    .transform(Number)
    .pipe(z.number().min(min, { error: 'configuration.too_small' }).max(max, { error: 'configuration.too_large' }));
const httpUrl = text.refine((value) => /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value), {
  error: 'configuration.url',
  abort: true,
});
const baseUrl = httpUrl
  .refine((value) => !/[?#]/.test(value), { error: 'configuration.base_url' })
  .transform((value) => value.replace(/\/+$/, ''));
const secureUrl = httpUrl.refine(isSecureUrl, { error: 'configuration.https' });
const urlTemplate = httpUrl.refine((value) => !/\{(?!(id|slug|language)\})/.test(value), {
  error: 'configuration.template',
  params: { names: '{id}, {slug}, {language}' },
});
/** The first part of an address is a language where it can be one. */
const rootPath = text
  .regex(/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)*\/?$/, { error: 'configuration.path' })
  .refine((value) => !parseLanguage(value.split('/')[1]), { error: 'configuration.path_language' })
  .transform((value) => value.replace(/\/$/, ''));
const isOrigin = (value: string) => /^https?:/.test(value) && URL.parse(value)?.origin === value;
const origins = text.refine((value) => value.split(',').every((each) => each.trim() === '*' || isOrigin(each.trim())), {
  error: 'configuration.origins',
});

/** Separated by commas. */
const commaSeparated = z.string().transform((value) =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean),
);

/** The environment variables. A new one also goes into the README's table, `.env.example` and `compose.yaml`. */
const variablesSchema = z.object({
  PORT: withDefault(integer(0, 65_535), '3000'),
  HOST: withDefault(text, '127.0.0.1'),
  PUBLIC_URL: optional(baseUrl),
  REST_ROOT: withDefault(rootPath, '/'),
  DATABASE_URL: optional(text.regex(/^postgres(ql)?:\/\//, { error: 'configuration.database_url' })),
  DATA_DIR: withDefault(text, './data'),
  TIMEZONE: withDefault(
    text.transform((value, context) => {
      const zone = normalizeTimeZone(value);
      if (!zone) context.addIssue({ code: 'custom', message: 'configuration.time_zone' });
      return zone ?? z.NEVER;
    }),
    'UTC',
  ),
  DEFAULT_LANGUAGE: withDefault(
    text.transform((value, context) => {
      const language = parseLanguage(value);
      if (!language)
        context.addIssue({ code: 'custom', message: 'configuration.one_of', params: { values: LANGUAGES.join(', ') } });
      return language ?? z.NEVER;
    }),
    'en',
  ),
  MAX_PER_PAGE: withDefault(integer(1, 500), '50'),
  HTTP_MAX_AGE: withDefault(integer(0, 31_536_000), '0'),
  REQUIRE_IF_MATCH: withDefault(flag, 'false'),
  RATE_LIMIT: withDefault(integer(0, 1_000_000), '0'),
  METRICS_PORT: optional(integer(0, 65_535)),
  CACHE_BYTES: withDefault(integer(0, 1_073_741_824), '33554432'),
  AUDIT_DAYS: withDefault(integer(0, 36_500), '365'),
  DEMO: withDefault(flag, 'true'),
  ADMIN_TOKEN: optional(
    text
      .min(32, { error: 'configuration.too_short' })
      .regex(/^[\x21-\x7e]+$/, { error: 'configuration.visible_ascii' }),
  ),
  /** As the issuer writes itself in tokens, to the last character. */
  OIDC_ISSUER: optional(secureUrl.refine((value) => !/[?#]/.test(value), { error: 'configuration.base_url' })),
  OIDC_AUDIENCE: optional(text),
  OIDC_ROLE_CLAIM: withDefault(text, 'roles'),
  OIDC_JWKS_URI: optional(secureUrl),
  CORS_ORIGINS: withDefault(origins, '*'),
  TRUST_PROXY: withDefault(flag, 'false'),
  LOG_LEVEL: withDefault(z.enum(LOG_LEVELS, { error: 'configuration.one_of' }), 'info'),
  EVENT_URL_TEMPLATE: optional(urlTemplate),
  VENUE_URL_TEMPLATE: optional(urlTemplate),
  ORGANIZER_URL_TEMPLATE: optional(urlTemplate),
  CATEGORY_URL_TEMPLATE: optional(urlTemplate),
  TAG_URL_TEMPLATE: optional(urlTemplate),
  EXTENSIONS: withDefault(commaSeparated, ''),
});

/** Variables that mean nothing without each other. */
const requiredWith = (name: keyof typeof variablesSchema.shape, other: keyof typeof variablesSchema.shape) =>
  z.refine<z.output<typeof variablesSchema>>((values) => values[name] !== undefined || values[other] === undefined, {
    path: [name],
    error: 'configuration.required_with',
    params: { other },
    // Whatever else is wrong.
    when: () => true,
  });

const environmentSchema = variablesSchema.check(
  requiredWith('OIDC_ISSUER', 'OIDC_AUDIENCE'),
  requiredWith('OIDC_AUDIENCE', 'OIDC_ISSUER'),
);

/** The service's configuration: the environment, validated. The README's table explains each variable. */
export type Configuration = Readonly<z.output<typeof environmentSchema>>;

/** Injection token of the {@link Configuration}. */
export const CONFIGURATION = Symbol('CONFIGURATION');

/** Adds the variables of a file `.env` in the working folder, where there is one, to those that are set. */
export function readEnvironmentFile(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** The language of the terminal that this process was started from. */
export function operatorLanguage(): Language {
  return terminalLanguage(process.env);
}

/**
 * Whether traces are asked for, by the variables of OpenTelemetry.
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function isTracingEnabled(variables: NodeJS.ProcessEnv): boolean {
  const read = (name: string) => variables[name]?.trim() ?? '';
  if (read('OTEL_SDK_DISABLED').toLowerCase() === 'true' || read('OTEL_TRACES_EXPORTER') === 'none') return false;
  const names = ['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  return names.some((name) => read(name) !== '');
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
  const result = environmentSchema.safeParse(variables);
  if (result.success) return Object.freeze(result.data);
  throw configurationError(result.error.issues);
}
