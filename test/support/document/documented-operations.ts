import type { Schema } from './served-document.js';

type Schemas = Readonly<Record<string, Schema>>;

const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf'] as const;

/** Closes the schemas of a document: objects with described members accept no others. */
export class ClosedSchemas {
  /** @param schemasByName the schemas of the document by name */
  constructor(private readonly schemasByName: Schemas) {}

  /** The named schemas. They stay open because others are composed of them; the objects inside are closed. */
  all(): Schemas {
    return this.mapSchemas(this.schemasByName, (schema) => this.closeParts(schema));
  }

  /**
   * A schema that accepts no further members, at any depth. It is closed as a whole, because the parts of a composition and the target
   * of a reference describe one object together.
   * @example close({ properties: { id: {} } }) // { properties: { id: {} }, unevaluatedProperties: false }
   */
  close(schema: Schema): Schema {
    const closedParts = this.closeParts(schema);
    return this.describesMembers(schema) ? { unevaluatedProperties: false, ...closedParts } : closedParts;
  }

  private closeParts(schema: Schema): Schema {
    const { properties, additionalProperties, items } = schema;
    const parts = COMPOSITIONS.filter((name) => schema[name]).map((name) => [
      name,
      schema[name]?.map((part) => this.closeParts(part)),
    ]);
    return {
      ...schema,
      ...(Object.fromEntries(parts) as Schema),
      ...(properties && { properties: this.mapSchemas(properties, (property) => this.close(property)) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: this.close(additionalProperties) }),
      ...(items && { items: this.close(items) }),
    };
  }

  /** `{ type: 'object' }` without members stays open. */
  private describesMembers(schema: Schema, visited: readonly string[] = []): boolean {
    const { $ref, properties, additionalProperties } = schema;
    if (properties ?? additionalProperties !== undefined) return true;
    const target = $ref === undefined || visited.includes($ref) ? undefined : this.schemasByName[schemaNameOf($ref)];
    const parts = [...(target ? [target] : []), ...COMPOSITIONS.flatMap((name) => schema[name] ?? [])];
    return parts.some((part) => this.describesMembers(part, [...visited, $ref ?? '']));
  }

  private mapSchemas(schemas: Schemas, change: (schema: Schema) => Schema): Schemas {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));
  }
}

/** `#/components/schemas/Venue` → `Venue` */
const schemaNameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

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
    METHODS.filter((method) => item[method]).map((method) => {
      const responses = Object.entries(item[method]?.responses ?? {}).map(
        ([status, response]) => [Number(status), documentedResponse(document, response)] as const,
      );
      return { method: method.toUpperCase(), path, pattern: patternOf(path), responses: new Map(responses) };
    }),
  );
}

/** Ids are digits, any other parameter is one segment. */
function patternOf(path: string): RegExp {
  const source = path.replace(/\{(\w+)\}/g, (_all, name) => (name === 'id' ? String.raw`\d+` : '[^/]+'));
  return new RegExp(`^${source}$`);
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
