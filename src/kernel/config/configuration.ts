import { z } from 'zod';
import { SetupError } from '../errors/setup-error.js';
import { PAGE_TEMPLATE } from './variable-schemas.js';
import { VARIABLES_BY_SECTION } from './variables.js';

/** The environment variables. A new one also goes into `compose.yaml`; `npm run docs` adds it to `docs/configuration.md` and `.env.example`. */
const variablesSchema = z.object({
  ...VARIABLES_BY_SECTION.Server,
  ...VARIABLES_BY_SECTION.Database,
  ...VARIABLES_BY_SECTION['Access and audit'],
  ...VARIABLES_BY_SECTION['Languages, time and lists'],
  ...VARIABLES_BY_SECTION.Caching,
  ...VARIABLES_BY_SECTION['Public pages'],
  ...VARIABLES_BY_SECTION['Pages of the agenda'],
  ...VARIABLES_BY_SECTION.Feeds,
  ...VARIABLES_BY_SECTION['Logs and metrics'],
  ...VARIABLES_BY_SECTION.Extensions,
});

const requiredWith = (name: keyof typeof variablesSchema.shape, given: keyof typeof variablesSchema.shape) =>
  z.refine<z.output<typeof variablesSchema>>((values) => values[name] !== undefined || values[given] === undefined, {
    path: [name],
    error: `is required if ${given} is set`,
    // Also checked if other variables are invalid.
    when: () => true,
  });

/** The URL template `page` requires the pages of the service. */
const pageTemplateNeedsPages = (name: keyof (typeof VARIABLES_BY_SECTION)['Public pages']) =>
  z.refine<z.output<typeof variablesSchema>>((values) => values.PAGES || values[name] !== PAGE_TEMPLATE, {
    path: [name],
    error: 'must be a URL: page needs PAGES=true',
  });

/** The path of the pages must not hide the API. */
const pagesBesideApi = z.refine<z.output<typeof variablesSchema>>(
  ({ PAGES, PAGES_ROOT, REST_ROOT }) => {
    const [pages, api] = [`${PAGES_ROOT}/`, `${REST_ROOT}/calendar/`];
    return !PAGES || (!api.startsWith(pages) && !pages.startsWith(api));
  },
  { path: ['PAGES_ROOT'], error: 'must not overlap with the paths of the API, which are below REST_ROOT' },
);

const environmentSchema = variablesSchema.check(
  requiredWith('OIDC_ISSUER', 'OIDC_AUDIENCE'),
  requiredWith('OIDC_AUDIENCE', 'OIDC_ISSUER'),
  requiredWith('MAP_ATTRIBUTION', 'MAP_TILES'),
  requiredWith('MAP_TILES', 'MAP_ATTRIBUTION'),
  pagesBesideApi,
  pageTemplateNeedsPages('EVENT_URL_TEMPLATE'),
  pageTemplateNeedsPages('VENUE_URL_TEMPLATE'),
  pageTemplateNeedsPages('ORGANIZER_URL_TEMPLATE'),
  pageTemplateNeedsPages('CATEGORY_URL_TEMPLATE'),
  pageTemplateNeedsPages('TAG_URL_TEMPLATE'),
);

/** The validated environment variables of the service. `docs/configuration.md` lists them. */
export type Configuration = Readonly<z.output<typeof environmentSchema>>;

export const CONFIGURATION_TOKEN = Symbol('CONFIGURATION');

/** Invalid environment variables. The subject of each issue is the name of a variable. */
export class ConfigurationError extends SetupError {
  override readonly name = 'ConfigurationError';
}

/**
 * Whether the environment variables of OpenTelemetry enable traces.
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function isTracingEnabled(variables: NodeJS.ProcessEnv): boolean {
  const read = (name: string) => variables[name]?.trim() ?? '';
  if (read('OTEL_SDK_DISABLED').toLowerCase() === 'true' || read('OTEL_TRACES_EXPORTER') === 'none') return false;
  const names = ['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  return names.some((name) => read(name) !== '');
}

export function isRunByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}

/** @throws {ConfigurationError} naming every invalid variable and its accepted values */
export function readConfiguration(variables: NodeJS.ProcessEnv): Configuration {
  const result = environmentSchema.safeParse(variables);
  if (result.success) return Object.freeze(result.data);
  const issues = result.error.issues.map(({ path, message }) => ({ subject: path.join('.'), text: message }));
  throw new ConfigurationError('Invalid configuration:', issues);
}
