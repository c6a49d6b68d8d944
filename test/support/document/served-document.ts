import type { Language } from '../languages/languages.js';
import type { TestCalendar } from '../calendar/test-calendar.js';

/** A JSON Schema of the document. */
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
  readonly unevaluatedProperties?: boolean;
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
  readonly 'x-mcp'?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaTypeObject>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

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

/** The document in a language, with references to shared parameters, responses and the list of languages resolved. */
export async function fetchDocument(calendar: TestCalendar, language: Language): Promise<ServedDocument> {
  return dereference((await calendar.request<ServedDocument>('GET', `doc?ml_language=${language}`)).body);
}

/** Replaces the references to `components.parameters`, `components.responses` and the schema `Language`. */
export function dereference<Document extends object>(document: Document): Document {
  const withLanguages = replaceReferences(document, /^#\/components\/schemas\/Language$/);
  return replaceReferences(withLanguages, /^#\/components\/(parameters|responses)\//);
}

function replaceReferences<Document extends object>(document: Document, pattern: RegExp): Document {
  return JSON.parse(JSON.stringify(document), (_name, value: { $ref?: unknown } | null) => {
    const reference = value?.$ref;
    if (typeof reference !== 'string' || !pattern.test(reference)) return value;
    const { $ref: _reference, ...annotations } = value ?? {};
    return { ...(resolveReference(document, reference) as object), ...annotations };
  }) as Document;
}

/** An operation with its location. */
export interface LocatedOperation extends DocumentedOperation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  /** Method and path, for failure messages. */
  readonly location: string;
}

export function operationsIn({ paths }: ServedDocument): LocatedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([lowerCaseMethod, operation]) => {
      const method = lowerCaseMethod.toUpperCase();
      return { ...operation, method, path, location: `${method} ${path}` };
    }),
  );
}

/** Target of a reference, or `undefined`. */
export function resolveReference(document: object, reference: string): unknown {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
}

/** Value of an example, inline or by reference. */
export function exampleValue(document: ServedDocument, { $ref, value }: Example): unknown {
  return $ref === undefined ? value : (resolveReference(document, $ref) as Example | undefined)?.value;
}

/** Example values of a parameter. The documentation page uses the first one. */
export const exampleValuesOf = ({ example, schema }: Parameter): unknown[] =>
  [example, ...(schema.examples ?? [])].filter((value) => value !== undefined);
