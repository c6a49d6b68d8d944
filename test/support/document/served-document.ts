import type { Language } from '../languages.js';
import type { TestCalendar } from '../test-calendar.js';

/** A JSON Schema of the document, as far as tests look at it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: string | number | boolean;
  readonly enum?: readonly (string | number | null)[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly example?: unknown;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
}

export interface Example {
  readonly $ref?: string;
  readonly summary?: string;
  readonly value?: unknown;
}

export interface MediaTypeObject {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface ResponseObject {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { $ref: string }>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

export interface DocumentedOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaTypeObject>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** What components and the outline describe. */
interface DescribedComponent {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

/** The API document as served. */
export interface ServedDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string; readonly 'x-displayName'?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, Example>>;
    readonly headers: Readonly<Record<string, DescribedComponent>>;
    readonly securitySchemes: Readonly<Record<string, DescribedComponent>>;
  };
}

/** The document in a language, with shared parameters and responses in place of the references to them. */
export async function fetchDocument(calendar: TestCalendar, language: Language): Promise<ServedDocument> {
  return dereference((await calendar.request<ServedDocument>('GET', `doc?ml_language=${language}`)).body);
}

/** Replaces the references to `components.parameters` and `components.responses`. */
export function dereference<Document extends object>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_name, value: { $ref?: unknown } | null) => {
    const reference = value?.$ref;
    const isShared = typeof reference === 'string' && /^#\/components\/(parameters|responses)\//.test(reference);
    return isShared ? resolveReference(document, reference) : value;
  }) as Document;
}

/** An operation, and where it stands. */
export interface LocatedOperation extends DocumentedOperation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  /** What a failure names it by. */
  readonly location: string;
}

export function operationsIn({ paths }: ServedDocument): LocatedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      return { ...operation, method, path, location: `${method} ${path}` };
    }),
  );
}

/** What a reference leads to; undefined where that is nothing. */
export function resolveReference(document: object, reference: string): unknown {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
}

/** The value of an example, wherever it is written. */
export function exampleValue(document: ServedDocument, { $ref, value }: Example): unknown {
  return $ref === undefined ? value : (resolveReference(document, $ref) as Example | undefined)?.value;
}

/** The values that a parameter shows: first what pages fill in. */
export const exampleValuesOf = ({ example, schema }: Parameter): unknown[] =>
  [example, ...(schema.examples ?? [])].filter((value) => value !== undefined);
