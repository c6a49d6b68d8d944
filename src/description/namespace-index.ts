import type { OpenAPIObject } from '@nestjs/swagger';
import { NAMESPACE } from '../common/http/namespace.js';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Record<string, { schema?: { $ref?: string } }> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The index of the namespace, in the shape that clients of WordPress namespaces know, read off the API document. */
export function namespaceIndex(document: OpenAPIObject, root: string) {
  const routes = Object.entries(document.paths).filter(([path]) => path.startsWith(`/${NAMESPACE}`));
  return {
    namespace: NAMESPACE,
    routes: Object.fromEntries(routes.map(([path, item]) => [routeName(path), route(document, { ...item })])),
    _links: { up: [{ href: `${root}/` }] },
  };
}

function route(document: OpenAPIObject, item: Readonly<Record<string, unknown>>) {
  const endpoints = METHODS.filter((method) => item[method]).map((method) => ({
    methods: [method.toUpperCase()],
    args: argumentsOf(document, item[method] as Operation),
  }));
  return { namespace: NAMESPACE, methods: endpoints.flatMap(({ methods }) => methods), endpoints };
}

/** `/events/{id}` as a pattern: `/events/(?P<id>\d+)`. */
function routeName(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === 'id' ? String.raw`(?P<id>\d+)` : `(?P<${name}>[^/]+)`,
  );
}

function argumentsOf(document: OpenAPIObject, { parameters = [], requestBody }: Operation): Record<string, unknown> {
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required = false, description, schema }) => [name, { required, description, ...schema }]);
  return { ...Object.fromEntries(inQuery), ...bodyArguments(document, requestBody) };
}

function bodyArguments(document: OpenAPIObject, body: Operation['requestBody']): Record<string, unknown> {
  const reference = body?.content?.['application/json']?.schema?.$ref?.split('/').at(-1);
  const schema = reference === undefined ? undefined : document.components?.schemas?.[reference];
  if (!schema || !('properties' in schema)) return {};
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {});
  return Object.fromEntries(
    properties.map(([name, each]) => [name, { required: required.has(name), ...(withoutReferences(each) as object) }]),
  );
}

/** A reference points into the document, which the index is not. */
function withoutReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutReferences);
  if (schema === null || typeof schema !== 'object') return schema;
  if ('$ref' in schema) return { type: 'object' };
  return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, withoutReferences(member)]));
}
