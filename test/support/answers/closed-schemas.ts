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
    return this.each(this.named, (schema) => this.withClosedParts(schema));
  }

  /**
   * A schema that takes no further member, nor does what it holds. It is closed as a whole: the parts of a composition, and
   * what a reference leads to, describe one object together.
   * @example closed({ properties: { id: {} } }) // { properties: { id: {} }, unevaluatedProperties: false }
   */
  closed(schema: Schema): Schema {
    const within = this.withClosedParts(schema);
    return this.describesMembers(schema) ? { unevaluatedProperties: false, ...within } : within;
  }

  private withClosedParts(schema: Schema): Schema {
    const { properties, additionalProperties, items } = schema;
    const parts = COMPOSITIONS.filter((name) => schema[name]).map((name) => [
      name,
      schema[name]?.map((part) => this.withClosedParts(part)),
    ]);
    return {
      ...schema,
      ...(Object.fromEntries(parts) as Schema),
      ...(properties && { properties: this.each(properties, (each) => this.closed(each)) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: this.closed(additionalProperties) }),
      ...(items && { items: this.closed(items) }),
    };
  }

  /** A mere `{ type: 'object' }` may hold anything. */
  private describesMembers(schema: Schema, behind: readonly string[] = []): boolean {
    const { $ref, properties, additionalProperties } = schema;
    if (properties ?? additionalProperties !== undefined) return true;
    const named = $ref === undefined || behind.includes($ref) ? undefined : this.named[nameIn($ref)];
    const parts = [...(named ? [named] : []), ...COMPOSITIONS.flatMap((name) => schema[name] ?? [])];
    return parts.some((part) => this.describesMembers(part, [...behind, $ref ?? '']));
  }

  private each(schemas: Schemas, change: (schema: Schema) => Schema): Schemas {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));
  }
}

/** `#/components/schemas/Venue` → `Venue` */
export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
