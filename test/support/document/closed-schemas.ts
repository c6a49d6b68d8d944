import type { Schema } from './served-document.js';

export type Schemas = Readonly<Record<string, Schema>>;

const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf'] as const;

/** Closes the schemas of a document: objects with described members accept no others. */
export class ClosedSchemas {
  private readonly schemasByName: Schemas;

  /** @param schemasByName the schemas of the document by name */
  constructor(schemasByName: Schemas) {
    this.schemasByName = schemasByName;
  }

  /** The named schemas. They stay open because others are composed of them; the objects inside are closed. */
  all(): Schemas {
    return this.mapSchemas(this.schemasByName, (schema) => this.closeParts(schema));
  }

  /**
   * A schema that accepts no further members, at any depth. It is closed as a whole, because the parts of a composition and the target
   * of a reference describe one object together.
   * @example closed({ properties: { id: {} } }) // { properties: { id: {} }, unevaluatedProperties: false }
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
export const schemaNameOf = (reference: string): string => reference.split('/').at(-1) ?? '';
