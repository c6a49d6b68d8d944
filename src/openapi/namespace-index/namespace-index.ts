import { NAMESPACE } from '../../kernel/context/namespace.js';
import type { IndexedEndpointView, NamespaceIndexView } from '../dto/namespace-index.view.js';
import {
  OPERATION_METHODS,
  referencedName,
  type DocumentObject,
  type OperationObject,
  type PathItem,
} from '../document/document-parts.js';
import { argumentSchema, withIndexReferences, referencedSchemas } from './adapt-schemas.js';

/** The namespace index, in the format of WordPress, generated from the API document. The context `help` adds the schemas of responses. */
export function namespaceIndex(document: DocumentObject, root: string, context: string): NamespaceIndexView {
  const includesSchemas = context === 'help';
  const items = Object.entries(document.paths).filter(([path]) => `${path}/`.startsWith(`/${NAMESPACE}/`));
  const routes = items.map(([path, item]) => [routePattern(path), indexedRoute(document, item, includesSchemas)]);
  return {
    namespace: NAMESPACE,
    routes: Object.fromEntries(routes) as NamespaceIndexView['routes'],
    ...(includesSchemas
      ? { schemas: withIndexReferences(referencedSchemas([items, document.components.responses], document)) }
      : {}),
    _links: { up: [{ href: `${root}/` }] },
  };
}

function indexedRoute(document: DocumentObject, item: PathItem, includesSchemas: boolean) {
  const all = OPERATION_METHODS.flatMap((method): IndexedEndpointView[] => {
    const operation = item[method];
    return operation ? [{ methods: [method.toUpperCase()], args: argumentsOfOperation(document, operation) }] : [];
  });
  const endpoints = mergeByArguments(all);
  const responseSchema = item.get?.responses?.['200']?.content?.['application/json']?.schema;
  return {
    namespace: NAMESPACE,
    methods: endpoints.flatMap(({ methods }) => methods),
    endpoints,
    ...(includesSchemas && responseSchema ? { schema: withIndexReferences(responseSchema) } : {}),
  };
}

/** Merges endpoints with the same arguments, such as POST, PUT and PATCH of an update. */
function mergeByArguments(endpoints: readonly IndexedEndpointView[]): IndexedEndpointView[] {
  const groups = Map.groupBy(endpoints, ({ args }) => JSON.stringify(args));
  return [...groups.values()].map((group) => ({
    methods: group.flatMap(({ methods }) => methods),
    args: group[0]?.args ?? {},
  }));
}

/** `/events/(?P<id>\d+)` for `/events/{id}`. */
function routePattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === 'id' ? String.raw`(?P<id>\d+)` : `(?P<${name}>[^/]+)`,
  );
}

function argumentsOfOperation(
  document: DocumentObject,
  { parameters = [], requestBody }: OperationObject,
): IndexedEndpointView['args'] {
  const inQuery = parameters
    .map((each) => document.components.parameters[referencedName(each.$ref ?? '')] ?? each)
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required = false, description, schema = {} }) => [
      name,
      { required, description, ...argumentSchema(schema, document.components.schemas) },
    ]);
  return { ...Object.fromEntries(inQuery), ...bodyArguments(document, requestBody) };
}

function bodyArguments(
  { components }: DocumentObject,
  body: OperationObject['requestBody'],
): IndexedEndpointView['args'] {
  const { $ref = '' } = body?.content?.['application/json']?.schema ?? {};
  const { properties = {}, required = [] } = components.schemas[referencedName($ref)] ?? {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [
      name,
      { required: required.includes(name), ...argumentSchema(each, components.schemas) },
    ]),
  );
}
