import { existsSync } from 'node:fs';
import { z } from 'zod';
import { SetupError } from '../errors/setup-error.js';
import { VARIABLES_BY_SECTION } from './variables.js';

/** The environment variables. A new one also goes into `compose.yaml`; `npm run docs` adds it to `docs/configuration.md` and `.env.example`. */
const variablesSchema = z.object({
  ...VARIABLES_BY_SECTION.Server,
  ...VARIABLES_BY_SECTION.Database,
  ...VARIABLES_BY_SECTION['Access and audit'],
  ...VARIABLES_BY_SECTION['Languages, time and lists'],
  ...VARIABLES_BY_SECTION.Caching,
  ...VARIABLES_BY_SECTION['Public pages'],
  ...VARIABLES_BY_SECTION['Logs and metrics'],
  ...VARIABLES_BY_SECTION.Extensions,
});

/** Variables that are required together. */
const requiredWith = (name: keyof typeof variablesSchema.shape, other: keyof typeof variablesSchema.shape) =>
  z.refine<z.output<typeof variablesSchema>>((values) => values[name] !== undefined || values[other] === undefined, {
    path: [name],
    error: `is required if ${other} is set`,
    // Also if other variables are invalid.
    when: () => true,
  });

const environmentSchema = variablesSchema.check(
  requiredWith('OIDC_ISSUER', 'OIDC_AUDIENCE'),
  requiredWith('OIDC_AUDIENCE', 'OIDC_ISSUER'),
);

/** The service's configuration: the environment, validated. `docs/configuration.md` lists each variable. */
export type Configuration = Readonly<z.output<typeof environmentSchema>>;

/** Injection token of the {@link Configuration}. */
export const CONFIGURATION = Symbol('CONFIGURATION');

/** Adds the variables of a file `.env` in the working folder, where there is one, to those that are set. */
export function readEnvironmentFile(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** The environment has values that the service cannot run with. Each issue names a variable. */
export class ConfigurationError extends SetupError {
  override readonly name = 'ConfigurationError';
}

/**
 * Whether traces are enabled by the variables of OpenTelemetry.
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
  const issues = result.error.issues.map(({ path, message }) => ({ subject: path.join('.'), text: message }));
  throw new ConfigurationError('Invalid configuration:', issues);
}
