import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { RecordKind, ReferenceTarget } from '../context/record-kind.js';
import { hasForbiddenCharacters, toPlainText } from '../text/plain-text.js';
import { MAX_SLUG_LENGTH, normalizeSlug } from '../text/slugify.js';
import { INVALID_VALUE, toInteger, toSanitizedText } from './coercion.js';
import { defineField, listField, type FieldOptions } from './field.js';
import { hasMaxLength, isId, rule } from './field-rules.js';
import { MAX_NAME_LENGTH } from './limits.js';

/** What a client links: a record by its id, or by the fields of one to be found by name, else created. */
export type LinkInput<Fields extends object> = number | Fields;

/** What a client links: a term by its id, or by a text, its slug or name. */
export type TermInput = number | string;

interface LinkFieldOptions extends FieldOptions {
  readonly references: ReferenceTarget;
}

const ID_SCHEMA = { type: 'integer', minimum: 1 };

/** How an id is written; a record as it was read has one too. */
const ID_SCHEMAS = [
  ID_SCHEMA,
  {
    type: 'object',
    required: ['id'],
    properties: { id: { ...ID_SCHEMA, description: 'fields.id', examples: [1] } },
  },
];

const idRule = (min: number) => rule('id', (id: number) => Number.isSafeInteger(id) && id >= min);

/** One id, at least `min`. With `min` 0, the value 0 means "none". */
export function IdField(options: FieldOptions & { references?: ReferenceTarget; min?: 0 | 1 } = {}): PropertyDecorator {
  const { min = 0, references } = options;
  const schema = { type: 'integer', minimum: min } as const;
  return defineField({ coerce: toPlainId, rules: [idRule(min)], schema, sample: 1, references }, options);
}

/** A list of ids. */
export function IdsField(options: FieldOptions & { references?: ReferenceTarget } = {}): PropertyDecorator {
  const { references } = options;
  const min = references ? 1 : 0;
  const items = { type: 'integer', minimum: min };
  return listField({ coerce: toPlainId, rules: [idRule(min)], items, sample: [1], references }, options);
}

/** Records by id, or objects with the fields of `record`, the DTO of their creation: one, or a list of both kinds. */
export function RecordsField(options: LinkFieldOptions & { record: Type }): PropertyDecorator {
  const { references, record: nested } = options;
  const rules = [rule('id_or_record', (value: unknown) => isId(value) || isObject(value))];
  const items = { anyOf: [...ID_SCHEMAS, { $ref: getSchemaPath(nested) }] };
  return listField({ coerce: toRecordLink, rules, items, sample: [1], references, nested }, options);
}

/** Terms by id, slug or name, in any mixture: a list, or one text split at commas. */
export function TermsField(options: LinkFieldOptions): PropertyDecorator {
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && !isIntegerText(value);
  const textRule = (key: string, isMet: (text: string) => boolean, args?: object) =>
    rule(key, (value: number | string) => typeof value === 'number' || isMet(value), { ...args });
  const rules = [
    rule('id_or_name', (value: unknown) => isId(value) || isText(value)),
    textRule('too_long', (text) => hasMaxLength(MAX_NAME_LENGTH, text), { max: MAX_NAME_LENGTH }),
    textRule('invalid_characters', (text) => !hasForbiddenCharacters(text)),
  ];
  const items = { anyOf: [...ID_SCHEMAS, { type: 'string', maxLength: MAX_NAME_LENGTH }] };
  return listField({ coerce: toTermLink, rules, items, sample: [1], references: options.references }, options);
}

/** Terms to filter by, by id or slug, in any mixture; the DTO holds a `TermFilter`. */
export function TermFilterField(options: FieldOptions & { references: RecordKind }): PropertyDecorator {
  const rules = [rule('id_or_slug', (value: unknown) => isId(value) || isSlug(value))];
  const items = { anyOf: [ID_SCHEMA, { type: 'string', maxLength: MAX_SLUG_LENGTH }] };
  return listField(
    { coerce: toTermFilterValue, rules, items, sample: [1], termFilterKind: options.references },
    options,
  );
}

const isSlug = (value: unknown) =>
  typeof value === 'string' &&
  !isIntegerText(value) &&
  hasMaxLength(MAX_SLUG_LENGTH, value) &&
  !hasForbiddenCharacters(value);

/** A write accepts what a read serves: an object with an `id` means the id, which is never an object itself. */
function toPlainId(value: unknown): unknown {
  if (!isObject(value)) return toInteger(value);
  return value['id'] === undefined || isObject(value['id']) ? INVALID_VALUE : toInteger(value['id']);
}

function toRecordLink(value: unknown): unknown {
  if (!isObject(value) || (value['id'] ?? '') !== '') return toPlainId(value);
  // `venue[0]=5&venue[venue]=Sala` is a list and an object at once.
  return Object.keys(value).some(isIntegerText) ? INVALID_VALUE : value;
}

function toTermLink(value: unknown): unknown {
  const text = isObject(value) ? value : toTermName(value);
  return isObject(text) || isIntegerText(text) ? toPlainId(text) : text;
}

function toTermFilterValue(value: unknown): unknown {
  const text = typeof value === 'string' ? toSlug(value) : value;
  return isObject(text) || isIntegerText(text) ? toPlainId(text) : text;
}

/** A text that is too long in every form is not normalized. */
function toSlug(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 4 * MAX_SLUG_LENGTH ? trimmed : normalizeSlug(trimmed);
}

const toTermName = toSanitizedText(toPlainText, MAX_NAME_LENGTH);

const isIntegerText = (value: unknown): boolean => typeof value === 'string' && /^[+-]?\d+$/.test(value);

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
