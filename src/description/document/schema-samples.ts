/** A schema of the document, as far as samples of what it describes are made from it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export type Schemas = Readonly<Record<string, Schema>>;

/**
 * A value that a schema describes, put together from the examples of its members.
 * @returns undefined where neither it nor what it consists of has any
 */
export function sampleOf(schema: Schema, schemas: Schemas): unknown {
  if (schema.$ref !== undefined) return sampleOf(schemas[nameIn(schema.$ref)] ?? {}, schemas);
  if (schema.examples) return schema.examples[0];
  if (schema.properties) return sampleObject(schema.properties, schemas);
  if (schema.items) return [sampleOf(schema.items, schemas)];
  const [first] = schema.allOf ?? schema.anyOf ?? schema.oneOf ?? [];
  return first ? sampleOf(first, schemas) : schema.enum?.[0];
}

function sampleObject(properties: Readonly<Record<string, Schema>>, schemas: Schemas): Record<string, unknown> {
  const samples = Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema, schemas)] as const);
  return Object.fromEntries(samples.filter(([, sample]) => sample !== undefined));
}

/** The name that a reference ends with. */
export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
