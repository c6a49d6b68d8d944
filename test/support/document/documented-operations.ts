import { ClosedSchemas, schemaNameOf, type Schemas } from './closed-schemas.js';
import type { Schema } from './served-document.js';

interface Reference {
  readonly $ref?: string;
}

export interface DocumentedHeader extends Reference {
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface ResponseObject extends Reference {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly headers?: Readonly<Record<string, DocumentedHeader>>;
}

type Responses = Readonly<Record<string, ResponseObject>>;

/** The parts of an OpenAPI document that describe responses. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: Responses }>>>>;
  readonly components?: {
    readonly schemas?: Schemas;
    readonly responses?: Readonly<Record<string, ResponseObject>>;
    readonly headers?: Readonly<Record<string, DocumentedHeader>>;
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Documentation of one response. */
export interface DocumentedResponse {
  /** Closed schemas of the body by media type; empty without a body. */
  readonly bodies: ReadonlyMap<string, Schema>;
  readonly headers: ReadonlyMap<string, DocumentedHeader>;
}

/** An operation with its responses by status. */
export interface DocumentedOperation {
  readonly method: string;
  /** `/calendar/events/v1/tags/{id}` */
  readonly path: string;
  readonly pattern: RegExp;
  readonly responses: ReadonlyMap<number, DocumentedResponse>;
}

/** The operations of a document. Their schemas refer to those of {@link ClosedSchemas.all}. */
export function documentedOperations(document: ApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      method: method.toUpperCase(),
      path,
      pattern: patternOf(path),
      responses: documentedResponses(document, item[method]?.responses),
    })),
  );
}

/** Ids are digits, any other parameter is one segment. */
function patternOf(path: string): RegExp {
  const source = path.replace(/\{(\w+)\}/g, (_all, name) => (name === 'id' ? String.raw`\d+` : '[^/]+'));
  return new RegExp(`^${source}$`);
}

function documentedResponses(
  document: ApiDocument,
  responses: Responses = {},
): ReadonlyMap<number, DocumentedResponse> {
  const entries = Object.entries(responses);
  return new Map(entries.map(([status, response]) => [Number(status), documentedResponse(document, response)]));
}

function documentedResponse({ components = {} }: ApiDocument, response: ResponseObject): DocumentedResponse {
  const { content = {}, headers = {} } = resolveReference(components.responses, response);
  const schemas = new ClosedSchemas(components.schemas ?? {});
  const bodies = Object.entries(content).map(([type, { schema }]) => [type, schemas.close(schema ?? {})] as const);
  const headerEntries = Object.entries(headers).map(
    ([name, header]) => [name.toLowerCase(), resolveReference(components.headers, header)] as const,
  );
  return { bodies: new Map(bodies), headers: new Map(headerEntries) };
}

/** Headers of every response, including errors (3.4, 12.6). */
const COMMON_HEADERS = ['X-Request-Id', 'Content-Language'];

/** Documented response of errors outside of operations. */
export function documentedProblem(document: ApiDocument): DocumentedResponse {
  const { headers = {} } = document.components ?? {};
  return documentedResponse(document, {
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    headers: Object.fromEntries(COMMON_HEADERS.map((name) => [name, headers[name] ?? {}])),
  });
}

function resolveReference<Part extends Reference>(components: Readonly<Record<string, Part>> = {}, part: Part): Part {
  return (part.$ref === undefined ? undefined : components[schemaNameOf(part.$ref)]) ?? part;
}
