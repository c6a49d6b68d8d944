import type { Type } from '@nestjs/common';
import { ApiProperty, OmitType, PartialType, type ApiPropertyOptions } from '@nestjs/swagger';
import 'reflect-metadata';
import type { Principal } from '../context/principal.js';
import type { RecordKind, ReferenceTarget } from '../context/record-kind.js';
import { MAX_LIST_VALUES } from './limits.js';
import { listParser, type Parser } from './parsers.js';

const FIELDS_METADATA = Symbol('calendar:fields');
const PARTIAL_METADATA = Symbol('calendar:partial');
const VIEW_MEMBERS_METADATA = Symbol('calendar:view-members');
/** Metadata keys of `@nestjs/swagger`. The package does not export them. */
const SWAGGER_PROPERTY_METADATA = 'swagger/apiModelProperties';
const SWAGGER_PROPERTY_NAMES_METADATA = 'swagger/apiModelPropertiesArray';

/** A type of field: how its values are read and documented. */
interface FieldDefinition {
  /** Reads values that are not empty. */
  readonly parse: Parser;
  readonly schema: ApiPropertyOptions;
  /** A typical value of this type. */
  readonly sample?: unknown;
  /** Ids in this field must belong to readable rows of this target. */
  readonly references?: ReferenceTarget | undefined;
  /** The kind of terms to link, given by id, slug or name. Digits are an id. */
  readonly linkedTermKind?: RecordKind | undefined;
  /** The kind of terms to filter by, given by id, slug or name. The DTO has a `TermFilter`. */
  readonly termFilterKind?: RecordKind | undefined;
  /** Objects in this list are read into this DTO. */
  readonly nested?: Type | undefined;
  /** Whether the value in the DTO differs from the JSON of the request, as for dates. */
  readonly isParsed?: boolean | undefined;
}

export interface Field
  extends
    Omit<FieldDefinition, 'sample'>,
    Pick<FieldOptions, 'example' | 'ignoredWith' | 'isHeader' | 'isBodyOnly' | 'isForbidden'> {
  readonly name: string;
  readonly required: boolean;
  /** Value if the parameter is not given. */
  readonly defaultValue: unknown;
}

/** Options of every field decorator. */
export interface FieldOptions {
  /** Key of the description below `i18n/*\/fields.json`. Default: the name of the field. */
  readonly description?: string;
  /** The field must be given on create, and an update cannot clear it. */
  readonly required?: boolean;
  /** Value if the parameter is not given. */
  readonly default?: unknown;
  /** Value of a new record if the field is not given. Documented as the default of the create; an update has none. */
  readonly defaultOnCreate?: unknown;
  /** A value that, with the examples of the other fields, makes a request that succeeds. Or the key of a text of `i18n/*\/examples.json`. */
  readonly example?: unknown;
  /** A documented value outside the example request. Default: the example, the default, or a typical value. */
  readonly sample?: unknown;
  /** Whether the caller's role forbids the value for every record. The response is then 401 or 403. */
  readonly isForbidden?: (value: unknown, principal: Principal) => boolean;
  /** The value comes in the header with the name of the field, never as a parameter. */
  readonly isHeader?: boolean;
  /** The value is accepted in the body only, not in the query. */
  readonly isBodyOnly?: boolean;
  /** Name of another parameter. If it is given, this one is ignored. */
  readonly ignoredWith?: string;
}

/** Declares a field of a DTO: parser, options and OpenAPI schema in a single decorator. */
export function defineField(definition: FieldDefinition, options: FieldOptions = {}): PropertyDecorator {
  const { sample: _sample, ...rest } = definition;
  const { required = false, default: defaultValue, example, ignoredWith, isHeader, isBodyOnly, isForbidden } = options;
  const behaviour = { ignoredWith, isHeader, isBodyOnly, isForbidden };
  return (target, key) => {
    const name = String(key);
    const schema = fieldSchemaOf(name, definition, options);
    const field: Field = { ...rest, name, required, defaultValue, example, ...behaviour, schema };
    const inherited = (Reflect.getMetadata(FIELDS_METADATA, target) ?? []) as Field[];
    Reflect.defineMetadata(FIELDS_METADATA, [...inherited.filter((each) => each.name !== name), field], target);
    ApiProperty(required ? schema : nullableSchema(schema))(target, key);
  };
}

/** Declares a list of values: `parse` reads and `items` documents an element. */
export function listField(
  { items, parse, ...rest }: Omit<FieldDefinition, 'schema'> & { readonly items: object },
  options: FieldOptions,
): PropertyDecorator {
  const schema = { type: 'array', items, maxItems: MAX_LIST_VALUES } as ApiPropertyOptions;
  return defineField({ ...rest, parse: listParser(parse), schema }, options);
}

/** In a body, null clears an optional field. */
function nullableSchema(schema: ApiPropertyOptions): ApiPropertyOptions {
  const { anyOf } = schema;
  return Object.assign({}, schema, anyOf ? { anyOf: [...anyOf, { type: 'null' }] } : { nullable: true });
}

function fieldSchemaOf(name: string, definition: FieldDefinition, options: FieldOptions): ApiPropertyOptions {
  const initial = options.default ?? options.defaultOnCreate;
  const sample = options.sample ?? options.example ?? options.default ?? definition.sample;
  return {
    description: `fields.${options.description ?? name}`,
    required: options.required ?? false,
    ...(initial === undefined ? {} : { default: initial }),
    ...definition.schema,
    ...(sample === undefined ? {} : { examples: [sample] }),
  } as ApiPropertyOptions;
}

/** The fields of a DTO class, inherited ones first. */
export const fieldsOf = ({ prototype }: Type): readonly Field[] =>
  (Reflect.getMetadata(FIELDS_METADATA, prototype as object) ?? []) as Field[];

/** The DTO of an update: the fields of the create DTO, all optional. Required fields cannot be cleared. */
export function PartialFields<Dto>(create: Type<Dto>): Type<Partial<Dto>> {
  const partial = PartialType(create as Type<object>) as Type<Partial<Dto>>;
  const [from, to] = [create.prototype as object, partial.prototype as object];
  for (const { name } of fieldsOf(create)) {
    const { default: _default, ...schema } = memberSchemaOf(partial, name) ?? {};
    Reflect.defineMetadata(SWAGGER_PROPERTY_METADATA, schema, to, name);
  }
  copySymbolMetadata(from, to);
  Reflect.defineMetadata(PARTIAL_METADATA, true, to);
  return partial;
}

/** A DTO with the rules of another one, and its fields except the named ones. */
export function OmitFields<Dto, const Name extends keyof Dto & string>(
  dto: Type<Dto>,
  names: readonly Name[],
): Type<Omit<Dto, Name>> {
  const omitted = OmitType(dto as Type<object>, names as readonly never[]) as Type<Omit<Dto, Name>>;
  const [from, to] = [dto.prototype as object, omitted.prototype as object];
  copySymbolMetadata(from, to);
  const kept = fieldsOf(dto).filter(({ name }) => !(names as readonly string[]).includes(name));
  Reflect.defineMetadata(FIELDS_METADATA, kept, to);
  return omitted;
}

/** Copies the metadata with symbols as keys. The mapped types of Nest copy only the metadata of Nest and of class-validator. */
function copySymbolMetadata(from: object, to: object): void {
  for (const key of (Reflect.getMetadataKeys(from) as unknown[]).filter((each) => typeof each === 'symbol'))
    Reflect.defineMetadata(key, Reflect.getMetadata(key, from), to);
}

export const isPartialDto = ({ prototype }: Type): boolean =>
  Reflect.getMetadata(PARTIAL_METADATA, prototype as object) === true;

/** Declares the view of the record that a DTO writes. Strict requests may send the members of the view back. */
export function AcceptsViewMembers(view: () => Type): ClassDecorator {
  return (dto) => Reflect.defineMetadata(VIEW_MEMBERS_METADATA, documentedMembers(view()), dto.prototype as object);
}

export const acceptedViewMembers = ({ prototype }: Type): readonly string[] =>
  (Reflect.getMetadata(VIEW_MEMBERS_METADATA, prototype as object) ?? []) as string[];

export function documentedMembers({ prototype }: Type): string[] {
  const names = (Reflect.getMetadata(SWAGGER_PROPERTY_NAMES_METADATA, prototype as object) ?? []) as string[];
  return names.map((name) => name.replace(/^:/, ''));
}

/** The documentation of a member of a class: options of `ApiProperty`. */
export const memberSchemaOf = ({ prototype }: Type, name: string): ApiPropertyOptions | undefined =>
  Reflect.getMetadata(SWAGGER_PROPERTY_METADATA, prototype as object, name) as ApiPropertyOptions | undefined;
