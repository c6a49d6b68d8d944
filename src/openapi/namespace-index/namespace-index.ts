import type { OpenAPIObject } from '@nestjs/swagger';
import { NAMESPACE } from '../../kernel/context/namespace.js';
import type { IndexedEndpointView, NamespaceIndexView } from '../dto/namespace-index.view.js';
import { OPERATION_METHODS, schemaNameOf, type ParameterObject } from '../document/document-parts.js';
import { argumentSchema, withIndexReferences, referencedSchemas } from './index-schemas.js';

interface IndexedOperation {
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly content?: Record<string, { schema?: { $ref?: string } }> };
  readonly responses?: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>;
}

type PathItem = Readonly<Partial<Record<(typeof OPERATION_METHODS)[number], IndexedOperation>>>;

/**
 * The index of the namespace, in the shape that clients of WordPress namespaces know, read off the API document.
 * @param context `help` adds the schemas of what routes serve
 */
export function namespaceIndex(document: OpenAPIObject, root: string, context: string): NamespaceIndexView {
  const includesSchemas = context === 'help';
  const items = Object.entries(document.paths).filter(([path]) => `${path}/`.startsWith(`/${NAMESPACE}/`));
  const routes = items.map(([path, item]) => [
    routePattern(path),
    indexedRoute(document, item as PathItem, includesSchemas),
  ]);
  return {
    namespace: NAMESPACE,
    routes: Object.fromEntries(routes) as NamespaceIndexView['routes'],
    ...(includesSchemas
      ? { schemas: withIndexReferences(referencedSchemas(Object.fromEntries(items), document)) }
      : {}),
    _links: { up: [{ href: `${root}/` }] },
  };
}

function indexedRoute(document: OpenAPIObject, item: PathItem, includesSchemas: boolean) {
  const endpoints = mergeByArguments(
    OPERATION_METHODS.flatMap((method) => indexedEndpoint(document, method, item[method])),
  );
  const served = item.get?.responses?.['200']?.content?.['application/json']?.schema;
  return {
    namespace: NAMESPACE,
    methods: endpoints.flatMap(({ methods }) => methods),
    endpoints,
    ...(includesSchemas && served ? { schema: withIndexReferences(served) } : {}),
  };
}

function indexedEndpoint(
  document: OpenAPIObject,
  method: string,
  operation: IndexedOperation | undefined,
): IndexedEndpointView[] {
  return operation ? [{ methods: [method.toUpperCase()], args: argumentsOfOperation(document, operation) }] : [];
}

/** Methods that take the same, as one: those of an update. */
function mergeByArguments(endpoints: readonly IndexedEndpointView[]): IndexedEndpointView[] {
  const groups = Map.groupBy(endpoints, ({ args }) => JSON.stringify(args));
  return [...groups.values()].map((group) => ({
    methods: group.flatMap(({ methods }) => methods),
    args: group[0]?.args ?? {},
  }));
}

/** `/events/{id}` as a pattern: `/events/(?P<id>\d+)`. */
function routePattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === 'id' ? String.raw`(?P<id>\d+)` : `(?P<${name}>[^/]+)`,
  );
}

function argumentsOfOperation(
  document: OpenAPIObject,
  { parameters = [], requestBody }: IndexedOperation,
): IndexedEndpointView['args'] {
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required = false, description, schema = {} }) => [
      name,
      { required, description, ...argumentSchema(schema) },
    ]);
  return { ...Object.fromEntries(inQuery), ...bodyArguments(document, requestBody) };
}

function bodyArguments(document: OpenAPIObject, body: IndexedOperation['requestBody']): IndexedEndpointView['args'] {
  const schema = bodySchema(document, body);
  if (!schema || !('properties' in schema)) return {};
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {});
  return Object.fromEntries(
    properties.map(([name, each]) => [name, { required: required.has(name), ...argumentSchema(each) }]),
  );
}

function bodySchema({ components }: OpenAPIObject, body: IndexedOperation['requestBody']) {
  const reference = body?.content?.['application/json']?.schema?.$ref;
  return reference === undefined ? undefined : components?.schemas?.[schemaNameOf(reference)];
}
