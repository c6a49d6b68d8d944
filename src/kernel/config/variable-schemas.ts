import { accessSync, constants, statSync } from 'node:fs';
import { z } from 'zod';
import { LANGUAGES, parseLanguage } from '../language/languages.js';
import { normalizeTimeZone } from '../time/time-zone.js';

const emptyToUndefined = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);

/** A variable with a default. An empty value counts as not set. */
export const withDefault = <Schema extends z.ZodType>(schema: Schema, value: string, description: string) =>
  z.preprocess((raw) => emptyToUndefined(raw) ?? value, schema).meta({ description, default: value });

/** A variable without a default. An empty value counts as not set. */
export const optional = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  z.preprocess(emptyToUndefined, schema.optional()).meta({ description });

export const text = z.string().trim();

export const boolean = text.pipe(
  z.stringbool({
    truthy: ['true', '1', 'yes', 'on'],
    falsy: ['false', '0', 'no', 'off'],
    error: 'must be true or false (1, 0, yes, no, on and off work too)',
  }),
);

export const integer = (min: number, max: number) =>
  text
    .regex(/^\d+$/, { error: 'must be an integer' })
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, { error: `must be at least ${min}` })
        .max(max, { error: `must be at most ${max}` }),
    );

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

const httpUrl = text.refine((value) => /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value), {
  error: 'must be an http or https URL',
  abort: true,
});
const withoutQueryOrFragment = z.refine<string>((value) => !/[?#]/.test(value), {
  error: 'must be a URL without query or fragment',
});
export const baseUrl = httpUrl.check(withoutQueryOrFragment).transform((value) => value.replace(/\/+$/, ''));

const LOOPBACK_HOST_PATTERN = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether requests to a URL are protected from the network: `https`, or `http` on this machine. */
export function isSecureUrl(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK_HOST_PATTERN.test(url.hostname));
}
export const secureUrl = httpUrl.refine(isSecureUrl, {
  error: 'must be an https URL (http is allowed only for this machine)',
});
export const issuer = secureUrl.check(withoutQueryOrFragment);
/** Value of `…_URL_TEMPLATE` for the pages of the service. */
export const PAGE_TEMPLATE = 'page';
const templateWithPlaceholders = httpUrl.refine((value) => !/\{(?!(id|slug|language)\})/.test(value));
export const urlTemplate = text.refine(
  (value) => value === PAGE_TEMPLATE || templateWithPlaceholders.safeParse(value).success,
  { error: 'must be page, or an http or https URL without placeholders except {id}, {slug}, {language}' },
);
/** A root path must not begin with a language code, because the first path segment of a request may be its language. */
export const rootPath = text
  .regex(/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)*\/?$/, { error: 'must be a path such as /wp-json, or empty' })
  .refine((value) => !parseLanguage(value.split('/')[1]), { error: 'must not begin with a language code' })
  .transform((value) => value.replace(/\/$/, ''));
/** Paths of the service that pages must not hide. */
const RESERVED_PATHS = /^\/(demo|docs|health|robots\.txt|sitemap[^/]*\.xml)(\/|$)/i;
export const pagesRoot = rootPath
  .refine((value) => value !== '', { error: 'must be a path such as /agenda', abort: true })
  .refine((value) => !RESERVED_PATHS.test(value), {
    error: 'must not be /docs, /health, /demo or a path below them, nor /robots.txt or a sitemap',
  });
const isOrigin = (value: string) => /^https?:/.test(value) && URL.parse(value)?.origin === value;
export const origins = text.refine(
  (value) => value.split(',').every((each) => each.trim() === '*' || isOrigin(each.trim())),
  { error: 'must be *, or origins such as https://agenda.example, separated by commas' },
);

const HOST_PATTERN = /^(\*\.)?[a-z0-9.-]+(:\d+)?$/i;
export const imageHosts = text
  .refine(
    (value) => value === '' || value.split(',').every((each) => each.trim() === '*' || HOST_PATTERN.test(each.trim())),
    {
      error: 'must be *, or hosts such as images.example.org, separated by commas',
    },
  )
  .transform((value) => value.split(',').flatMap((each) => each.trim() || []));
export const embedOrigins = text.refine((value) => value === 'none' || origins.safeParse(value).success, {
  error: 'must be *, none, or origins such as https://www.example.org, separated by commas',
});
export const tileTemplate = httpUrl.refine((value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)), {
  error: 'must contain {z}, {x} and {y}',
});
const file = text.refine(isReadableFile, { error: 'must be the path of a readable file', abort: true });
export const imageFile = file.refine((path) => /\.(svg|png|webp|jpe?g|avif)$/i.test(path), {
  error: 'must be an SVG, PNG, WebP, JPEG or AVIF file',
});
export const styleSheet = file.refine((path) => /\.css$/i.test(path), { error: 'must be a file that ends with .css' });

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const parsed = <Value>(parse: (raw: string) => Value | undefined, message: string) =>
  text.transform((raw, context) => {
    const value = parse(raw);
    if (value === undefined) context.addIssue({ code: 'custom', message });
    return value ?? z.NEVER;
  });
export const timeZone = parsed(
  normalizeTimeZone,
  'must be an IANA time zone such as Europe/Madrid, or an offset such as UTC+2',
);
const DURATION_TIME = String.raw`T(\d{1,6}H(\d{1,6}M(\d{1,6}S)?)?|\d{1,6}M(\d{1,6}S)?|\d{1,6}S)`;
/** An ISO 8601 duration above zero in the form that RFC 5545, 3.3.6, allows. */
export const duration = text
  .transform((value) => value.toUpperCase())
  .refine(
    (value) =>
      new RegExp(String.raw`^P(\d{1,4}W|\d{1,4}D(${DURATION_TIME})?|${DURATION_TIME})$`).test(value) &&
      /[1-9]/.test(value),
    { error: 'must be an ISO 8601 duration such as PT1H, PT30M or P1D' },
  );
export const language = parsed(parseLanguage, `must be one of ${LANGUAGES.join(', ')}`);
export const adminToken = text
  .min(32, { error: 'must have at least 32 characters' })
  .regex(/^[\x21-\x7e]+$/, { error: 'must contain only visible ASCII characters' });
/** An IPv6 address may have brackets, as in a URL. */
export const host = text.transform((value) => value.replace(/^\[(.*)\]$/, '$1'));

function canDecode(value: string): boolean {
  try {
    return decodeURIComponent(value) !== '';
  } catch {
    return false;
  }
}

/** Whether a database URL separates user, password and host unambiguously. An unencoded `/`, `?` or `#` in a password would cut off the host. */
function isUnambiguousDatabaseUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && canDecode(value) && !url.hash && !url.pathname.includes('@') && !url.host.includes(',');
}

/** Query parameters of other drivers, with what to use instead. */
const UNSUPPORTED_DATABASE_PARAMETERS = {
  schema: 'set search_path for the role instead (ALTER ROLE … SET search_path)',
  currentSchema: 'set search_path for the role instead (ALTER ROLE … SET search_path)',
  target_session_attrs: 'name one host, or use a proxy',
};

function unsupportedDatabaseParameter(value: string): string | undefined {
  const query = URL.parse(value)?.searchParams;
  const found = Object.entries(UNSUPPORTED_DATABASE_PARAMETERS).find(([name]) => query?.has(name));
  if (found) return `must not contain ${found[0]}: ${found[1]}`;
  if (query?.get('sslrootcert') === 'system')
    return 'must not contain sslrootcert=system: without sslrootcert, the authorities of Node.js are trusted';
  return undefined;
}

/** The driver treats these modes as verify-full, but prints a warning. */
const MODES_LIKE_VERIFY_FULL = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

export const databaseUrl = text
  .regex(/^postgres(ql)?:\/\//, { error: 'must be a postgres:// or postgresql:// URL', abort: true })
  .refine(isUnambiguousDatabaseUrl, {
    error: 'must be a URL with one host. In user and password, write % as %25, / as %2F, ? as %3F and # as %23',
    abort: true,
  })
  .refine((value) => /^\/./.test(URL.parse(value)?.pathname ?? ''), {
    error: 'must name a database: postgres://user:password@host:5432/database',
    abort: true,
  })
  .check(({ value, issues }) => {
    const message = unsupportedDatabaseParameter(value);
    if (message) issues.push({ code: 'custom', message, input: value });
  })
  .transform((value) =>
    value.includes('uselibpqcompat=true') ? value : value.replace(MODES_LIKE_VERIFY_FULL, '$1verify-full'),
  );

export const commaSeparated = z.string().transform((value) =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean),
);
