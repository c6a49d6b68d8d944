import type { OpenAPIObject } from '@nestjs/swagger';
import { NAMESPACE } from '../../kernel/context/namespace.js';
import type { IndexedEndpointView, NamespaceIndexView } from '../dto/namespace-index.view.js';
import { METHODS, nameIn, type Parameter } from '../document/document-parts.js';
import { argumentSchema, referringToIndex, schemasWithin } from './index-schemas.js';

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Record<string, { schema?: { $ref?: string } }> };
  readonly responses?: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>;
}

type Item = Readonly<Partial<Record<(typeof METHODS)[number], Operation>>>;

/**
 * The index of the namespace, in the shape that clients of WordPress namespaces know, read off the API document.
 * @param context `help` adds the schemas of what routes serve
 */
export function namespaceIndex(document: OpenAPIObject, root: string, context: string): NamespaceIndexView {
  const hasSchemas = context === 'help';
  const items = Object.entries(document.paths).filter(([path]) => `${path}/`.startsWith(`/${NAMESPACE}/`));
  const routes = items.map(([path, item]) => [routeName(path), route(document, item as Item, hasSchemas)]);
  return {
    namespace: NAMESPACE,
    routes: Object.fromEntries(routes) as NamespaceIndexView['routes'],
    ...(hasSchemas ? { schemas: referringToIndex(schemasWithin(Object.fromEntries(items), document)) } : {}),
    _links: { up: [{ href: `${root}/` }] },
  };
}

function route(document: OpenAPIObject, item: Item, hasSchemas: boolean) {
  const endpoints = together(METHODS.flatMap((method) => endpoint(document, method, item[method])));
  const served = item.get?.responses?.['200']?.content?.['application/json']?.schema;
  return {
    namespace: NAMESPACE,
    methods: endpoints.flatMap(({ methods }) => methods),
    endpoints,
    ...(hasSchemas && served ? { schema: referringToIndex(served) } : {}),
  };
}

function endpoint(document: OpenAPIObject, method: string, operation: Operation | undefined): IndexedEndpointView[] {
  return operation ? [{ methods: [method.toUpperCase()], args: argumentsOf(document, operation) }] : [];
}

/** Methods that take the same, as one: those of an update. */
function together(endpoints: readonly IndexedEndpointView[]): IndexedEndpointView[] {
  const alike = Map.groupBy(endpoints, ({ args }) => JSON.stringify(args));
  return [...alike.values()].map((group) => ({
    methods: group.flatMap(({ methods }) => methods),
    args: group[0]?.args ?? {},
  }));
}

/** `/events/{id}` as a pattern: `/events/(?P<id>\d+)`. */
function routeName(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === 'id' ? String.raw`(?P<id>\d+)` : `(?P<${name}>[^/]+)`,
  );
}

function argumentsOf(
  document: OpenAPIObject,
  { parameters = [], requestBody }: Operation,
): IndexedEndpointView['args'] {
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required = false, description, schema = {} }) => [
      name,
      { required, description, ...argumentSchema(schema) },
    ]);
  return { ...Object.fromEntries(inQuery), ...bodyArguments(document, requestBody) };
}

function bodyArguments(document: OpenAPIObject, body: Operation['requestBody']): IndexedEndpointView['args'] {
  const reference = body?.content?.['application/json']?.schema?.$ref;
  const schema = reference === undefined ? undefined : document.components?.schemas?.[nameIn(reference)];
  if (!schema || !('properties' in schema)) return {};
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {});
  return Object.fromEntries(
    properties.map(([name, each]) => [name, { required: required.has(name), ...argumentSchema(each) }]),
  );
}
