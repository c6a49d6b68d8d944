import type { Type } from '@nestjs/common';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { getSchemaPath } from '@nestjs/swagger';
import type { RecordKind, ReferenceTarget } from '../context/record-kind.js';
import { MAX_SLUG_LENGTH, normalizeSlug } from '../text/slugify.js';
import { hasForbiddenCharacters, toPlainText } from '../text/plain-text.js';
import * as coercion from './coercion.js';
import { message } from './field-message.js';
import { field, type FieldOptions } from './field.js';
import { MAX_NAME_LENGTH, MAX_LIST_VALUES } from './limits.js';
import { toSanitizedText } from './text-fields.js';
import { hasMaxLength, isId, validator } from './validators.js';

/** What a client links: a record by its id, or by the fields of one to be found by name, else created. */
export type LinkInput<Fields extends object> = number | Fields;

/** What a client links: a term by its id, or by a text, its slug or name. */
export type TermInput = number | string;

interface LinksOptions extends FieldOptions {
  readonly references: ReferenceTarget;
}

const listOfLinks = [
  IsArray(message('list')),
  ArrayMaxSize(MAX_LIST_VALUES, message('too_many_values', { max: MAX_LIST_VALUES })),
];

/** How an id is written; a record as it was read has one too. */
const ID_SCHEMAS = [
  { type: 'integer', minimum: 1 },
  {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer', minimum: 1, description: 'fields.id', examples: [1] } },
  },
];

/** Records by id, or objects with the fields of `record`, the DTO of their creation: one, or a list of both kinds. */
export function RecordsField(options: LinksOptions & { record: Type }): PropertyDecorator {
  const isLink = (value: unknown) => isId(value) || isObject(value);
  const validators = [...listOfLinks, validator('isRecordLink', { each: true, ...message('id_or_record') }, isLink)];
  const items = { anyOf: [...ID_SCHEMAS, { $ref: getSchemaPath(options.record) }] };
  const schema = { type: 'array', items, maxItems: MAX_LIST_VALUES } as const;
  const { references, record } = options;
  return field(
    { coerce: coercion.toList(toRecordLink), validators, schema, sample: [1], references, nested: record },
    options,
  );
}

/** Terms by id, slug or name, in any mixture: a list, or one text split at commas. */
export function TermsField(options: LinksOptions): PropertyDecorator {
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && !isDigits(value);
  const validators = [
    ...listOfLinks,
    validator('isTermLink', { each: true, ...message('id_or_name') }, (value) => isId(value) || isText(value)),
    eachText('hasMaxLength', message('too_long', { max: MAX_NAME_LENGTH }), (text) =>
      hasMaxLength(MAX_NAME_LENGTH, text),
    ),
    eachText('isReadable', message('invalid_characters'), (text) => !hasForbiddenCharacters(text)),
  ];
  const items = { anyOf: [...ID_SCHEMAS, { type: 'string', maxLength: MAX_NAME_LENGTH }] };
  const schema = { type: 'array', items, maxItems: MAX_LIST_VALUES } as const;
  return field(
    { coerce: coercion.toList(toTermLink), validators, schema, sample: [1], references: options.references },
    options,
  );
}

/** Terms to filter by, by id or slug, in any mixture; the DTO holds a `TermFilter`. */
export function TermFilterField(options: FieldOptions & { references: RecordKind }): PropertyDecorator {
  const validators = [
    ...listOfLinks,
    validator('isTermFilter', { each: true, ...message('id_or_slug') }, (value) => isId(value) || isSlug(value)),
  ];
  const items = {
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', maxLength: MAX_SLUG_LENGTH },
    ],
  };
  const schema = { type: 'array', items, maxItems: MAX_LIST_VALUES } as const;
  const { references: termFilterKind } = options;
  return field({ coerce: coercion.toList(toTermKey), validators, schema, sample: [1], termFilterKind }, options);
}

const isSlug = (value: unknown) =>
  typeof value === 'string' &&
  !isDigits(value) &&
  hasMaxLength(MAX_SLUG_LENGTH, value) &&
  !hasForbiddenCharacters(value);

const eachText = (name: string, options: ReturnType<typeof message>, isValid: (text: string) => boolean) =>
  validator(name, { each: true, ...options }, (value) => typeof value !== 'string' || isValid(value));

/** What a read serves, a write accepts: an object with an `id` stands for the id; an empty one names none. */
function toRecordLink(value: unknown): unknown {
  if (!isObject(value)) return coercion.toInteger(value);
  const { id } = value;
  if (id !== undefined && id !== null && id !== '') return toId(id);
  // `venue[0]=5&venue[venue]=Sala`: a list and an object at once.
  return Object.keys(value).some(isDigits) ? coercion.INVALID : value;
}

function toTermLink(value: unknown): unknown {
  if (isObject(value)) return toId(value['id']);
  const text = toName(value);
  return isDigits(text) ? coercion.toInteger(text) : text;
}

function toTermKey(value: unknown): unknown {
  if (isObject(value)) return toId(value['id']);
  if (typeof value !== 'string') return value;
  const text = toSlug(value);
  return isDigits(text) ? coercion.toInteger(text) : text;
}

/** An id is never an object, which would be taken for the fields of a record. */
const toId = (value: unknown): unknown => (isObject(value) ? coercion.INVALID : coercion.toInteger(value));

/** Too long a text is left as it is, for the validators to refuse. */
const toSlug = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.length > 4 * MAX_SLUG_LENGTH ? trimmed : normalizeSlug(trimmed);
};

const toName = toSanitizedText(toPlainText, MAX_NAME_LENGTH);

const isDigits = (value: unknown): boolean => typeof value === 'string' && /^[+-]?\d+$/.test(value);

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
