import { PAGE_VARIABLES } from './page-variables.js';
import * as variable from './variable-schemas.js';

const urlTemplateDescription = (records: string) =>
  `URL of the public page of ${records}, served as \`url\`, with \`{id}\`, \`{slug}\` and \`{language}\`. \`page\`: the page of the service. Not set: the record's REST URL.`;

/** The variables by section of `docs/configuration.md`, which is generated from their `description` and `default`. */
export const VARIABLES_BY_SECTION = {
  Server: {
    PORT: variable.withDefault(variable.integer(0, 65_535), '3000', 'Port to listen on. 0: a free port.'),
    HOST: variable.withDefault(
      variable.host,
      '127.0.0.1',
      'IP address to listen on. `0.0.0.0` or `::` for all interfaces.',
    ),
    PUBLIC_URL: variable.optional(
      variable.baseUrl,
      'Origin of the URLs in responses, such as `https://agenda.example`. Not set: from the `Host` header.',
    ),
    REST_ROOT: variable.withDefault(
      variable.rootPath,
      '/',
      'Path before `/calendar/events/v1`, such as `/wp-json`. The language segment comes before it. Health checks, `/docs`, the pages (`/agenda`), `/robots.txt`, `/sitemap.xml` and `/demo/pictures` stay at the root.',
    ),
    TRUST_PROXY: variable.withDefault(
      variable.boolean,
      'false',
      '`true` behind a reverse proxy that sets `X-Forwarded-Host` and `X-Forwarded-Proto` and appends the client to `X-Forwarded-For`. The last value of each header counts. The client address is used by rate limits, password limits and the audit log.',
    ),
    CORS_ORIGINS: variable.withDefault(
      variable.origins,
      '*',
      'Origins of pages that may read responses, separated by commas. Cookies are never allowed.',
    ),
  },
  Database: {
    DATABASE_URL: variable.optional(
      variable.databaseUrl,
      'Your own PostgreSQL, 15 or newer: `postgres://user:password@host:5432/database`. Not set: the embedded one.',
    ),
    MIGRATION_LOCK_TIMEOUT: variable.withDefault(
      variable.integer(1, 86_400),
      '300',
      'Seconds that a start or a command waits for another process that migrates the database (at most 86400).',
    ),
    DATA_DIR: variable.withDefault(
      variable.text,
      './data',
      'Folder of the embedded PostgreSQL and of the generated administrator token.',
    ),
    DEMO: variable.withDefault(
      variable.boolean,
      'true',
      'Loads the demo agenda at the first start of an embedded database.',
    ),
  },
  'Access and audit': {
    ADMIN_TOKEN: variable.optional(
      variable.adminToken,
      'Token of the first administrator: at least 32 visible ASCII characters, valid while it is set, never stored. Not set: a token is generated at the first start and written to `DATA_DIR/admin-token`.',
    ),
    OIDC_ISSUER: variable.optional(
      variable.issuer,
      'OpenID Connect issuer whose access tokens (RS256, ES256, EdDSA) are accepted, exactly as in their `iss` claim. Requires `OIDC_AUDIENCE`.',
    ),
    OIDC_AUDIENCE: variable.optional(variable.text, 'Required `aud` claim of the tokens of `OIDC_ISSUER`.'),
    OIDC_ROLE_CLAIM: variable.withDefault(
      variable.text,
      'roles',
      'Claim with the role or roles, or a path to it such as `realm_access.roles`. Names in a path may contain dots. The most powerful known role counts; without one the user is a `subscriber`.',
    ),
    OIDC_JWKS_URI: variable.optional(
      variable.secureUrl,
      'URL of the keys of the issuer. Not set: from its discovery document.',
    ),
    AUDIT_DAYS: variable.withDefault(
      variable.integer(0, 36_500),
      '365',
      'Days that audit entries are kept (at most 36500). 0: forever.',
    ),
    REQUIRE_IF_MATCH: variable.withDefault(
      variable.boolean,
      'false',
      '`true`: updates and deletions without `If-Match` are rejected with 428.',
    ),
    RATE_LIMIT: variable.withDefault(
      variable.integer(0, 1_000_000),
      '0',
      'Requests per minute for each user, or for each network address if a request has no credentials (IPv6: each /64). Every process counts separately (at most 1000000). 0: no limit.',
    ),
  },
  'Languages, time and lists': {
    DEFAULT_LANGUAGE: variable.withDefault(
      variable.language,
      'en',
      'Language of requests that name none, and first fallback: `ca`, `en` or `es`. All processes on one database need the same value.',
    ),
    TIMEZONE: variable.withDefault(
      variable.timeZone,
      'UTC',
      'Time zone of the calendar: of events without `timezone`, of `today` and other dates in filters, and of the dates of records. An IANA name such as `Europe/Madrid`, or an offset such as `UTC+2`.',
    ),
    MAX_PER_PAGE: variable.withDefault(
      variable.integer(1, 500),
      '50',
      'Maximum of `per_page` (1 to 500). A larger `per_page` in a request is reduced to it.',
    ),
  },
  Caching: {
    CACHE_BYTES: variable.withDefault(
      variable.integer(0, 1_073_741_824),
      '33554432',
      'Memory for cached responses to anonymous reads, in bytes. They are kept until a record changes. At most 1 GiB; 0: no cache.',
    ),
    HTTP_MAX_AGE: variable.withDefault(
      variable.integer(0, 31_536_000),
      '0',
      'Seconds that browsers and proxies may reuse responses to anonymous reads. At most 31536000; 0: they revalidate every time.',
    ),
  },
  'Public pages': {
    EVENT_URL_TEMPLATE: variable.optional(variable.urlTemplate, urlTemplateDescription('events')),
    VENUE_URL_TEMPLATE: variable.optional(variable.urlTemplate, urlTemplateDescription('venues')),
    ORGANIZER_URL_TEMPLATE: variable.optional(variable.urlTemplate, urlTemplateDescription('organizers')),
    CATEGORY_URL_TEMPLATE: variable.optional(variable.urlTemplate, urlTemplateDescription('categories')),
    TAG_URL_TEMPLATE: variable.optional(variable.urlTemplate, urlTemplateDescription('tags')),
  },
  'Pages of the agenda': PAGE_VARIABLES,
  Feeds: {
    FEED_NAME: variable.optional(
      variable.text,
      'Name of the calendar in calendar clients and feed readers. Not set: the word for “events” in the requested language.',
    ),
    FEED_TTL: variable.withDefault(
      variable.duration,
      'PT1H',
      'Refresh interval suggested to calendar clients, as an ISO 8601 duration such as `PT30M` or `P1D`.',
    ),
    FEED_STREAMS: variable.withDefault(
      variable.integer(1, 100),
      '4',
      'Calendar files with more than 1,000 events that one process sends at the same time (1 to 100). Further requests wait up to 14 s and are then rejected with 429.',
    ),
  },
  'Logs and metrics': {
    LOG_LEVEL: variable.withDefault(
      variable.oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
      'info',
      '`silent`, `fatal`, `error`, `warn`, `info` or `debug`.',
    ),
    METRICS_PORT: variable.optional(
      variable.integer(0, 65_535),
      'Port of the Prometheus metrics at `/metrics`, on `HOST`. Not set: no metrics.',
    ),
  },
  Extensions: {
    EXTENSIONS: variable.withDefault(
      variable.commaSeparated,
      '',
      'Extensions to load, separated by commas: names of included ones, paths of files, or npm packages.',
    ),
  },
};
