import type { RequestOptions } from '../calendar/test-calendar.js';
import {
  exampleValue,
  resolveReference,
  exampleValuesOf,
  type Parameter,
  type LocatedOperation,
  type Schema,
  type ServedDocument,
} from './served-document.js';

/** Encodes a value for a query. Lists are separated by commas. */
const encodeQueryValue = (value: unknown): string =>
  encodeURIComponent(Array.isArray(value) ? value.join() : String(value));

const isIn =
  (location: Parameter['in']) =>
  (parameter: Parameter): boolean =>
    parameter.in === location;

/** Path of an operation with the examples of its parameters. */
export function examplePath({ path, parameters = [] }: LocatedOperation): string {
  return parameters.filter(isIn('path')).reduce((resolvedPath, { name, example, schema }) => {
    return resolvedPath.replace(`{${name}}`, encodeQueryValue(example ?? schema.examples?.[0]));
  }, path);
}

/** A request with one example value of one parameter. */
interface ParameterRequest {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request for each example value of each query parameter and header. */
export function parameterRequests({ parameters = [] }: LocatedOperation): ParameterRequest[] {
  return parameters
    .filter((parameter) => !isIn('path')(parameter))
    .flatMap((parameter) =>
      exampleValuesOf(parameter).map((value) =>
        parameter.in === 'header'
          ? { query: '', headers: { [parameter.name]: encodeQueryValue(value) } }
          : { query: `?${parameter.name}=${encodeQueryValue(value)}`, headers: {} },
      ),
    );
}

/** The query that the documentation page fills in: examples, otherwise defaults. */
export function prefilledQuery({ parameters = [] }: LocatedOperation): string {
  const values = parameters
    .filter(isIn('query'))
    .map(({ name, example, schema }) => [name, example ?? schema.default] as const)
    .filter(([, value]) => value !== undefined);
  return values.map(([name, value]) => `${name}=${encodeQueryValue(value)}`).join('&');
}

export function bodySchema(document: ServedDocument, { requestBody }: LocatedOperation): Schema {
  const reference = requestBody?.content['application/json']?.schema?.$ref;
  return (reference === undefined ? undefined : (resolveReference(document, reference) as Schema | undefined)) ?? {};
}

/** Example bodies of both media types, and a form with the example of each field. */
export function exampleBodies(document: ServedDocument, operation: LocatedOperation): RequestOptions[] {
  const content = Object.entries(operation.requestBody?.content ?? {});
  const examples = content.flatMap(([type, { examples: namedExamples = {} }]) =>
    Object.values(namedExamples).map((example) => {
      const value = exampleValue(document, example) as object;
      return type === 'application/json' ? { json: value } : { form: formOf(value) };
    }),
  );
  const fields = Object.entries(bodySchema(document, operation).properties ?? {});
  const exampleFields = fields.map(([name, { examples = [] }]) => [name, examples[0]] as const);
  return content.length > 0 ? [...examples, { form: formOf(Object.fromEntries(exampleFields)) }] : [];
}

/** A form with the defaults of OpenAPI 3.1: lists as repeated names, objects as JSON. */
function formOf(fields: object): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((item: unknown): [string, string] => [name, typeof item === 'string' ? item : JSON.stringify(item)]),
  );
  return new URLSearchParams(pairs).toString();
}
