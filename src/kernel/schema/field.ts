import type { Type } from '@nestjs/common';
import { ApiProperty, PartialType, type ApiPropertyOptions } from '@nestjs/swagger';
import 'reflect-metadata';
import type { Principal } from '../context/principal.js';
import type { RecordKind, ReferenceTarget } from '../context/record-kind.js';
import { toList, type Coercion } from './coercion.js';
import { copyExtensionPoint } from './extensible.decorator.js';
import { listRules, type FieldRule } from './field-rules.js';
import { MAX_LIST_VALUES } from './limits.js';
import { copyRules, rulesOf } from './rules.js';

const FIELDS_METADATA = Symbol('calendar:fields');
const PARTIAL_METADATA = Symbol('calendar:partial');
const VIEW_MEMBERS_METADATA = Symbol('calendar:view-members');
/** Where Nest's Swagger module keeps what is documented of a member of a class. */
const SWAGGER_PROPERTY_METADATA = 'swagger/apiModelProperties';
/** Where Nest's Swagger module keeps the names of the documented members of a class. */
const SWAGGER_PROPERTY_NAMES_METADATA = 'swagger/apiModelPropertiesArray';

/** How the values of a type of field are read, checked and documented. */
export interface FieldDefinition {
  /** Turns what was sent into the field's value. What cannot be turned is left for the rules to reject. */
  readonly coerce: Coercion;
  /** Checked in order, on values that are given. */
  readonly rules: readonly FieldRule[];
  readonly schema: ApiPropertyOptions;
  /** What a value of this type may look like. */
  readonly sample?: unknown;
  /** Ids in this field must name readable rows of this. */
  readonly references?: ReferenceTarget | undefined;
  /** Terms to filter by, which slugs name too: the DTO holds a `TermFilter`. */
  readonly termFilterKind?: RecordKind | undefined;
  /** Objects in this list are read into this DTO. */
  readonly nested?: Type | undefined;
  /** Whether the DTO holds something else than the JSON that was sent. */
  readonly isParsed?: boolean | undefined;
}

/** One field of a DTO. */
export interface Field
  extends Omit<FieldDefinition, 'sample'>, Pick<FieldOptions, 'example' | 'ignoredWith' | 'isHeader' | 'isForbidden'> {
  readonly name: string;
  /** Must be given (on create), and can never be emptied. */
  readonly required: boolean;
  /** Value where the parameter is not given. */
  readonly defaultValue: unknown;
}

/** What every field decorator takes. */
export interface FieldOptions {
  /** Key of the description below `i18n/*\/fields.json`; by default the field's name. */
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  /** What a new record has where the field is not given: documented as the default of its create; an update has none. */
  readonly defaultOnCreate?: unknown;
  /** A value that, with the examples of the other fields, makes a request that succeeds; or the key of a text of `i18n/*\/examples.json`. */
  readonly example?: unknown;
  /** A value that shows what one may look like, and is sent by no example. By default, the example, or one of the field's type. */
  readonly sample?: unknown;
  /** Whether the role of the caller does not permit the value, whatever the record: 401 or 403. */
  readonly isForbidden?: (value: unknown, principal: Principal) => boolean;
  /** The value comes in a header of that name, and never as a parameter. */
  readonly isHeader?: boolean;
  /** Another parameter that wins: beside it, this one is not looked at. */
  readonly ignoredWith?: string;
}

/**
 * The one way a parameter enters a DTO: coercion, rules and OpenAPI in a single decorator. Whether a parameter must be given is decided
 * by the pipe, so rules see given values only.
 */
export function defineField(definition: FieldDefinition, options: FieldOptions = {}): PropertyDecorator {
  const { coerce, rules, references, termFilterKind, nested, isParsed } = definition;
  const { required = false, default: defaultValue, example, ignoredWith, isHeader, isForbidden } = options;
  return (target, key) => {
    const name = String(key);
    const schema = fieldSchemaOf(name, definition, options);
    const read = { name, coerce, rules, required, defaultValue, ignoredWith, isHeader, isForbidden };
    const entry: Field = { ...read, references, termFilterKind, nested, isParsed, example, schema };
    const inherited = (Reflect.getMetadata(FIELDS_METADATA, target) ?? []) as Field[];
    Reflect.defineMetadata(FIELDS_METADATA, [...inherited.filter((each) => each.name !== name), entry], target);
    ApiProperty(required ? schema : nullableSchema(schema))(target, key);
  };
}

interface ListFieldDefinition extends Omit<FieldDefinition, 'schema'> {
  /** The schema of an element. */
  readonly items: object;
}

/** A list of values, each of which `coerce` reads and `rules` check. */
export function listField(
  { items, coerce, rules, ...rest }: ListFieldDefinition,
  options: FieldOptions,
): PropertyDecorator {
  const schema = { type: 'array', items, maxItems: MAX_LIST_VALUES } as ApiPropertyOptions;
  return defineField({ ...rest, coerce: toList(coerce), rules: listRules(rules), schema }, options);
}

/** What is optional in a body can be emptied by null. */
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
export function fieldsOf(dto: Type): readonly Field[] {
  return (Reflect.getMetadata(FIELDS_METADATA, dto.prototype as object) ?? []) as Field[];
}

/**
 * The DTO of an update: every field of the create's, none of which must be given. What was required can still not be
 * emptied.
 */
export function PartialFields<Dto>(create: Type<Dto>): Type<Partial<Dto>> {
  const partial = PartialType(create as Type<object>) as Type<Partial<Dto>>;
  for (const { name } of fieldsOf(create)) removeDefault(partial.prototype as object, name);
  Reflect.defineMetadata(FIELDS_METADATA, fieldsOf(create), partial.prototype as object);
  Reflect.defineMetadata(VIEW_MEMBERS_METADATA, acceptedViewMembers(create), partial.prototype as object);
  Reflect.defineMetadata(PARTIAL_METADATA, true, partial.prototype as object);
  copyRules(rulesOf(create.prototype as object), partial.prototype as object);
  copyExtensionPoint(create, partial);
  return partial;
}

/** What a create would put in place of a field, an update leaves as it is. */
function removeDefault(prototype: object, name: string): void {
  const { default: _default, ...documented } = Reflect.getMetadata(SWAGGER_PROPERTY_METADATA, prototype, name) as {
    default?: unknown;
  };
  Reflect.defineMetadata(SWAGGER_PROPERTY_METADATA, documented, prototype, name);
}

/** Whether fields of the DTO may be left out although they are required on create. */
export function isPartialDto(dto: Type): boolean {
  return Reflect.getMetadata(PARTIAL_METADATA, dto.prototype as object) === true;
}

/** Names the members of the record that a DTO writes: what a read serves is never unknown to a write. */
export function AcceptsViewMembers(view: () => Type): ClassDecorator {
  return (dto) => Reflect.defineMetadata(VIEW_MEMBERS_METADATA, documentedMembers(view()), dto.prototype as object);
}

/** The names of the documented members of a class. */
export function documentedMembers(view: Type): string[] {
  const names = (Reflect.getMetadata(SWAGGER_PROPERTY_NAMES_METADATA, view.prototype as object) ?? []) as string[];
  return names.map((name) => name.replace(/^:/, ''));
}

/** The names set by {@link AcceptsViewMembers}. */
export function acceptedViewMembers(dto: Type): readonly string[] {
  return (Reflect.getMetadata(VIEW_MEMBERS_METADATA, dto.prototype as object) ?? []) as string[];
}
