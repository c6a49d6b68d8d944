/** A JSON Schema, as an OpenAPI 3.1 document has it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Schemas;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly unevaluatedProperties?: boolean;
}

export type Schemas = Readonly<Record<string, Schema>>;

const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf'] as const;

/** Reads the schemas of a document strictly: what has members takes none but those that are described. */
export class ClosedSchemas {
  private readonly named: Schemas;

  /** @param named the schemas that references lead to, by their names */
  constructor(named: Schemas) {
    this.named = named;
  }

  /** The named schemas: open themselves, as others are composed of them, while what they hold is closed. */
  all(): Schemas {
    return this.mapSchemas(this.named, (schema) => this.closeParts(schema));
  }

  /**
   * A schema that takes no further member, nor does what it holds. It is closed as a whole: the parts of a composition, and
   * what a reference leads to, describe one object together.
   * @example closed({ properties: { id: {} } }) // { properties: { id: {} }, unevaluatedProperties: false }
   */
  close(schema: Schema): Schema {
    const within = this.closeParts(schema);
    return this.describesMembers(schema) ? { unevaluatedProperties: false, ...within } : within;
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
      ...(properties && { properties: this.mapSchemas(properties, (each) => this.close(each)) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: this.close(additionalProperties) }),
      ...(items && { items: this.close(items) }),
    };
  }

  /** A mere `{ type: 'object' }` may hold anything. */
  private describesMembers(schema: Schema, visited: readonly string[] = []): boolean {
    const { $ref, properties, additionalProperties } = schema;
    if (properties ?? additionalProperties !== undefined) return true;
    const named = $ref === undefined || visited.includes($ref) ? undefined : this.named[schemaNameOf($ref)];
    const parts = [...(named ? [named] : []), ...COMPOSITIONS.flatMap((name) => schema[name] ?? [])];
    return parts.some((part) => this.describesMembers(part, [...visited, $ref ?? '']));
  }

  private mapSchemas(schemas: Schemas, change: (schema: Schema) => Schema): Schemas {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));
  }
}

/** `#/components/schemas/Venue` → `Venue` */
export const schemaNameOf = (reference: string): string => reference.split('/').at(-1) ?? '';
