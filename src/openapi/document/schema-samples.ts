import { schemaNameOf } from './document-parts.js';

/** A schema of the document, as far as samples of what it describes are made from it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
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
 * @param ancestors names of the schemas that it is a part of: what a record holds of its own kind is left out
 * @returns undefined where neither it nor what it consists of has any
 */
export function sampleOf(schema: Schema, schemas: Schemas, ancestors: readonly string[] = []): unknown {
  if (schema.$ref !== undefined) return sampleNamed(schemaNameOf(schema.$ref), schemas, ancestors);
  if (schema.examples) return schema.examples[0];
  if (schema.properties) return sampleObject(schema.properties, schemas, ancestors);
  if (schema.items) return [sampleOf(schema.items, schemas, ancestors)].filter((item) => item !== undefined);
  const first = firstSubschema(schema);
  return first ? sampleOf(first, schemas, ancestors) : schema.enum?.[0];
}

const firstSubschema = ({ allOf, anyOf, oneOf }: Schema): Schema | undefined => (allOf ?? anyOf ?? oneOf)?.[0];

function sampleNamed(name: string, schemas: Schemas, ancestors: readonly string[]): unknown {
  return ancestors.includes(name) ? undefined : sampleOf(schemas[name] ?? {}, schemas, [...ancestors, name]);
}

function sampleObject(properties: Schemas, schemas: Schemas, ancestors: readonly string[]): Record<string, unknown> {
  const samples = Object.entries(properties).map(
    ([name, schema]) => [name, sampleOf(schema, schemas, ancestors)] as const,
  );
  return Object.fromEntries(samples.filter(([, sample]) => sample !== undefined));
}
