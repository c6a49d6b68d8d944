import { ClosedSchemas, nameIn, type Schema, type Schemas } from './closed-schemas.js';

interface Reference {
  readonly $ref?: string;
}

export interface DocumentedHeader extends Reference {
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface DocumentedResponse extends Reference {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly headers?: Readonly<Record<string, DocumentedHeader>>;
}

type Responses = Readonly<Record<string, DocumentedResponse>>;

/** An OpenAPI document, as far as it says how is answered. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: Responses }>>>>;
  readonly components?: {
    readonly schemas?: Schemas;
    readonly responses?: Readonly<Record<string, DocumentedResponse>>;
    readonly headers?: Readonly<Record<string, DocumentedHeader>>;
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** What a document says of one answer. */
export interface DocumentedAnswer {
  /** The schemas of bodies by media type, closed; none where there is to be no body. */
  readonly bodies: ReadonlyMap<string, Schema>;
  readonly headers: ReadonlyMap<string, DocumentedHeader>;
}

/** One method at one address, with its answers by status. */
export interface DocumentedOperation {
  readonly method: string;
  /** `/calendar/events/v1/tags/{id}` */
  readonly path: string;
  readonly pattern: RegExp;
  readonly answers: ReadonlyMap<number, DocumentedAnswer>;
}

/** The operations of a document. Their schemas refer to those of {@link ClosedSchemas.all}. */
export function operationsOf(document: ApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      method: method.toUpperCase(),
      path,
      pattern: patternOf(path),
      answers: answersOf(document, item[method]?.responses),
    })),
  );
}

/** As routed: ids are digits only, any other part is one segment. */
function patternOf(path: string): RegExp {
  const source = path.replace(/\{(\w+)\}/g, (_all, name) => (name === 'id' ? String.raw`\d+` : '[^/]+'));
  return new RegExp(`^${source}$`);
}

function answersOf(document: ApiDocument, responses: Responses = {}): ReadonlyMap<number, DocumentedAnswer> {
  const entries = Object.entries(responses);
  return new Map(entries.map(([status, response]) => [Number(status), answerOf(document, response)]));
}

function answerOf({ components = {} }: ApiDocument, response: DocumentedResponse): DocumentedAnswer {
  const { content = {}, headers = {} } = resolved(components.responses, response);
  const schemas = new ClosedSchemas(components.schemas ?? {});
  const bodies = Object.entries(content).map(([type, { schema }]) => [type, schemas.closed(schema ?? {})] as const);
  const described = Object.entries(headers).map(
    ([name, header]) => [name.toLowerCase(), resolved(components.headers, header)] as const,
  );
  return { bodies: new Map(bodies), headers: new Map(described) };
}

/** Headers that every answer of the interface has, errors too (3.4, 12.6). */
const EVERYWHERE = ['X-Request-Id', 'Content-Language'];

/** What a document says of errors where it has no operation: they are problems, as any other. */
export function problemOf(document: ApiDocument): DocumentedAnswer {
  const { headers: named = {} } = document.components ?? {};
  return answerOf(document, {
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    headers: Object.fromEntries(EVERYWHERE.map((name) => [name, named[name] ?? {}])),
  });
}

function resolved<Part extends Reference>(named: Readonly<Record<string, Part>> = {}, part: Part): Part {
  return (part.$ref === undefined ? undefined : named[nameIn(part.$ref)]) ?? part;
}
