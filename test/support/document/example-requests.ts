import type { RequestOptions } from '../test-calendar.js';
import {
  exampleValue,
  resolveReference,
  exampleValuesOf,
  type Parameter,
  type LocatedOperation,
  type Schema,
  type ServedDocument,
} from './served-document.js';

/** A value as it stands in a query: lists with commas. */
const inQuery = (value: unknown): string => encodeURIComponent(Array.isArray(value) ? value.join() : String(value));

const isFor =
  (place: Parameter['in']) =>
  (parameter: Parameter): boolean =>
    parameter.in === place;

/** The path of an operation with the examples of its parameters, or what they show. */
export function examplePath({ path, parameters = [] }: LocatedOperation): string {
  return parameters.filter(isFor('path')).reduce((address, { name, example, schema }) => {
    return address.replace(`{${name}}`, inQuery(example ?? schema.examples?.[0]));
  }, path);
}

/** A request of what a parameter shows, beside nothing else. */
export interface ParameterRequest {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests of each value that each parameter of the query or of a header shows, alone. */
export function parameterRequests({ parameters = [] }: LocatedOperation): ParameterRequest[] {
  return parameters
    .filter((parameter) => !isFor('path')(parameter))
    .flatMap((parameter) =>
      exampleValuesOf(parameter).map((value) =>
        parameter.in === 'header'
          ? { query: '', headers: { [parameter.name]: inQuery(value) } }
          : { query: `?${parameter.name}=${inQuery(value)}`, headers: {} },
      ),
    );
}

/** The query that pages fill in: examples of parameters, else defaults. */
export function prefilledQuery({ parameters = [] }: LocatedOperation): string {
  const values = parameters
    .filter(isFor('query'))
    .map(({ name, example, schema }) => [name, example ?? schema.default] as const)
    .filter(([, value]) => value !== undefined);
  return values.map(([name, value]) => `${name}=${inQuery(value)}`).join('&');
}

/** The schema of the body of an operation. */
export function bodySchema(document: ServedDocument, { requestBody }: LocatedOperation): Schema {
  const reference = requestBody?.content['application/json']?.schema?.$ref;
  return (reference === undefined ? undefined : (resolveReference(document, reference) as Schema | undefined)) ?? {};
}

/** The bodies that an operation shows: the examples of both media types, and a form with whatever its fields show. */
export function exampleBodies(document: ServedDocument, operation: LocatedOperation): RequestOptions[] {
  const content = Object.entries(operation.requestBody?.content ?? {});
  const examples = content.flatMap(([type, { examples: shown = {} }]) =>
    Object.values(shown).map((example) => {
      const value = exampleValue(document, example) as object;
      return type === 'application/json' ? { json: value } : { form: formOf(value) };
    }),
  );
  const fields = Object.entries(bodySchema(document, operation).properties ?? {});
  const filledIn = fields.map(([name, { examples = [] }]) => [name, examples[0]] as const);
  return content.length > 0 ? [...examples, { form: formOf(Object.fromEntries(filledIn)) }] : [];
}

/** A form as pages and generated clients send it: lists as repeated names, objects as JSON (the defaults of OpenAPI 3.1). */
function formOf(value: object): string {
  const pairs = Object.entries(value).flatMap(([name, member]) =>
    [member]
      .flat()
      .map((each: unknown): [string, string] => [name, typeof each === 'string' ? each : JSON.stringify(each)]),
  );
  return new URLSearchParams(pairs).toString();
}
