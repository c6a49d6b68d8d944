import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { RecordKind, ReferenceTarget } from '../context/record-kind.js';
import { hasForbiddenCharacters, removeMarkup } from '../text/plain-text.js';
import { MAX_SLUG_LENGTH, normalizeSlug } from '../text/slugify.js';
import { defineField, listField, type FieldOptions } from './field.js';
import { MAX_NAME_LENGTH } from './limits.js';
import { hasMaxLength, InvalidValue, isJsonObject, textParser, toInteger } from './parsers.js';

/** A linked record: its id, or the fields of a record that is found by name or created. */
export type LinkInput<Fields extends object> = number | Fields;

/** A linked term: its id, or a text that is its slug or name. */
export type TermIdOrText = number | string;

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

/** Records by id, or objects with the fields of `record`, the DTO of their creation: one, or a list of both kinds. */
export function RecordsField(options: LinkFieldOptions & { record: Type }): PropertyDecorator {
  const { references, record: nested } = options;
  const items = { anyOf: [...ID_OR_RECORD_SCHEMAS, { $ref: getSchemaPath(nested) }] };
  return listField({ parse: parseRecordLink, items, sample: [1], references, nested }, options);
}

/** Terms by id, slug or name, in any mixture: a list, or one text split at commas. */
export function TermsField(options: LinkFieldOptions): PropertyDecorator {
  const items = { anyOf: [...ID_OR_RECORD_SCHEMAS, { type: 'string', maxLength: MAX_NAME_LENGTH }] };
  return listField({ parse: parseTermLink, items, sample: [1], references: options.references }, options);
}

/** Terms to filter by, by id or slug, in any mixture. The DTO has a `TermFilter`. */
export function TermFilterField(options: FieldOptions & { references: RecordKind }): PropertyDecorator {
  const items = { anyOf: [ID_SCHEMA, { type: 'string', maxLength: MAX_SLUG_LENGTH }] };
  return listField({ parse: parseTermIdOrSlug, items, sample: [1], termFilterKind: options.references }, options);
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
const parseTermFilterId = idParser(1, 'validation.id_or_slug');
const parseTermName = textParser(MAX_NAME_LENGTH, removeMarkup);

function parseRecordLink(value: unknown): unknown {
  if (!isJsonObject(value) || (value['id'] ?? '') !== '') return parseRecordId(value);
  // `venue[0]=5&venue[venue]=Sala` is a list and an object at once.
  return Object.keys(value).some(isIntegerText) ? new InvalidValue('validation.id_or_record') : value;
}

function parseTermLink(value: unknown): TermIdOrText | InvalidValue {
  if (typeof value !== 'string' && typeof value !== 'number') return parseTermId(value);
  const name = parseTermName(value);
  return name === '' || isIntegerText(name) ? parseTermId(name) : name;
}

function parseTermIdOrSlug(value: unknown): TermIdOrText | InvalidValue {
  if (typeof value !== 'string' || isIntegerText(value.trim())) return parseTermFilterId(value);
  const text = value.trim();
  const slug = text.length > 4 * MAX_SLUG_LENGTH ? text : normalizeSlug(text); // normalizing a very long text takes seconds
  const isSlug = hasMaxLength(MAX_SLUG_LENGTH, slug) && !hasForbiddenCharacters(slug);
  return isSlug ? slug : new InvalidValue('validation.id_or_slug');
}

const isIntegerText = (value: unknown): boolean => typeof value === 'string' && /^[+-]?\d+$/.test(value);
