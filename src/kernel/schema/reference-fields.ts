import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { RecordKind, ReferenceTarget } from '../context/record-kind.js';
import { defineField, listField, type FieldOptions } from './field.js';
import { MAX_NAME_LENGTH } from './limits.js';
import { InvalidValue, isBlank, isEmpty, isJsonObject, plainTextParser, toInteger } from './parsers.js';

/** A linked record: its id, or the fields of a record that is found by name or created. */
export type LinkInput<Fields extends object> = number | Fields;

/** A linked term: its id, its name, its slug, or a text that can be the name or the slug. */
export type TermLink = number | string | { readonly name: string } | { readonly slug: string };

interface LinkFieldOptions extends FieldOptions {
  readonly references: ReferenceTarget;
}

const ID_SCHEMA = { type: 'integer', minimum: 1 };

/** An id, or a record as a read serves it. */
const ID_OR_RECORD_SCHEMAS = [
  ID_SCHEMA,
  {
    type: 'object',
    required: ['id'],
    properties: { id: { ...ID_SCHEMA, description: 'fields.id', examples: [1] } },
  },
];

const NAME_SCHEMA = { type: 'string', maxLength: MAX_NAME_LENGTH };
/** An object with a name or a slug. A name is not looked up as a slug, nor a slug as a name. */
const memberSchema = (member: 'name' | 'slug', description: string) => ({
  type: 'object',
  required: [member],
  properties: { [member]: { ...NAME_SCHEMA, description, examples: [`examples.term.${member}`] } },
});

/** One id, at least `min`. With `min` 0, the value 0 means "none". */
export function IdField(options: FieldOptions & { references?: ReferenceTarget; min?: 0 | 1 } = {}): PropertyDecorator {
  const { min = 0, references } = options;
  return defineField(
    { parse: idParser(min), schema: { type: 'integer', minimum: min }, sample: 1, references },
    options,
  );
}

/** A list of ids. */
export function IdsField(options: FieldOptions & { references?: ReferenceTarget } = {}): PropertyDecorator {
  const { references } = options;
  const min = references ? 1 : 0;
  const items = { type: 'integer', minimum: min };
  return listField({ parse: idParser(min), items, sample: [1], references }, options);
}

/** Records to link: ids, or objects with the fields of the create DTO `record`. A list of these, or one of them. */
export function RecordsField(options: LinkFieldOptions & { record: Type }): PropertyDecorator {
  const { references, record: nested } = options;
  const items = { anyOf: [...ID_OR_RECORD_SCHEMAS, { $ref: getSchemaPath(nested) }] };
  return listField({ parse: parseRecordLink, items, sample: [1], references, nested }, options);
}

/** Terms by id, slug or name, in any mixture: a list, or one text split at commas. */
export function TermsField(options: FieldOptions & { references: RecordKind }): PropertyDecorator {
  const items = {
    anyOf: [
      ...ID_OR_RECORD_SCHEMAS,
      NAME_SCHEMA,
      memberSchema('name', 'fields.term_name'),
      memberSchema('slug', 'fields.path.slug'),
    ],
  };
  const { references } = options;
  return listField({ parse: parseTermLink, items, sample: [1], references, linkedTermKind: references }, options);
}

/** Terms to filter by, by id, slug or name, in any mixture. The DTO has a `TermFilter`. */
export function TermFilterField(options: FieldOptions & { references: RecordKind }): PropertyDecorator {
  const items = { anyOf: [ID_SCHEMA, NAME_SCHEMA] };
  return listField({ parse: parseTermLink, items, sample: [1], termFilterKind: options.references }, options);
}

/** Reads an id. A write accepts what a read serves: an object with an `id` means that id. */
const idParser =
  (min: number, key = 'validation.id') =>
  (value: unknown): number | InvalidValue => {
    const id = toInteger(isJsonObject(value) ? value['id'] : value);
    return id !== undefined && Number.isSafeInteger(id) && id >= min ? id : new InvalidValue(key);
  };

const parseRecordId = idParser(1, 'validation.id_or_record');
const parseTermId = idParser(1, 'validation.id_or_name');
const parseName = plainTextParser(MAX_NAME_LENGTH);

function parseRecordLink(value: unknown): unknown {
  if (!isJsonObject(value) || !isBlank(value['id'] ?? '')) return parseRecordId(value);
  // `venue[0]=5&venue[venue]=Sala` is a list and an object at once.
  return Object.keys(value).some(isIntegerText) ? new InvalidValue('validation.id_or_record') : value;
}

/**
 * Reads a term. Digits are an id, other text is a name or a slug. In an object, the first of `id`, `name` and `slug`
 * that is not empty counts.
 */
function parseTermLink(value: unknown): TermLink | InvalidValue {
  if (isJsonObject(value)) return parseTermObject(value);
  if (typeof value !== 'string' && typeof value !== 'number') return parseTermId(value);
  const text = parseName(value);
  return text === '' || isIntegerText(text) ? parseTermId(text) : text;
}

function parseTermObject(value: Record<string, unknown>): TermLink | InvalidValue {
  const member = ['id', 'name', 'slug'].find((each) => !isEmpty(value[each] ?? null));
  if (!member || Object.keys(value).some(isIntegerText)) return new InvalidValue('validation.id_or_name');
  if (member === 'id') return parseTermId(value);
  const text = parseName(value[member]);
  if (text instanceof InvalidValue) return text;
  if (text === '') return new InvalidValue('validation.id_or_name');
  return member === 'name' ? { name: text } : { slug: text };
}

const isIntegerText = (value: unknown): boolean => typeof value === 'string' && /^[+-]?\d+$/.test(value);
