import { ArrayMaxSize, IsArray, IsInt, Max, Min } from 'class-validator';
import type { ReferenceTarget } from '../context/record-kind.js';
import * as coercion from './coercion.js';
import { message } from './field-message.js';
import { field, type FieldOptions } from './field.js';
import { MAX_LIST_VALUES } from './limits.js';

const MAX_ID = Number.MAX_SAFE_INTEGER;

/** A list of ids. */
export function IdsField(options: FieldOptions & { references?: ReferenceTarget } = {}): PropertyDecorator {
  const min = options.references ? 1 : 0;
  const validators = [
    IsArray(message('list')),
    ArrayMaxSize(MAX_LIST_VALUES, message('too_many_values', { max: MAX_LIST_VALUES })),
    IsInt({ each: true, ...message('id') }),
    Min(min, { each: true, ...message('id') }),
    Max(MAX_ID, { each: true, ...message('id') }),
  ];
  const schema = { type: 'array', items: { type: 'integer', minimum: min }, maxItems: MAX_LIST_VALUES } as const;
  return field({ coerce: coercion.toList(toId), validators, schema, sample: [1], ...withReferences(options) }, options);
}

/** One id, at least `min`. With `min` 0, the value 0 means "none". */
export function IdField(options: FieldOptions & { references?: ReferenceTarget; min?: 0 | 1 } = {}): PropertyDecorator {
  const { min = 0 } = options;
  const validators = [IsInt(message('id')), Min(min, message('id')), Max(MAX_ID, message('id'))];
  const schema = { type: 'integer', minimum: min } as const;
  return field({ coerce: toId, validators, schema, sample: 1, ...withReferences(options) }, options);
}

const withReferences = ({ references }: { references?: ReferenceTarget }) => (references ? { references } : {});

/** What a read serves, a write accepts: an object with an `id` stands for the id. */
function toId(value: unknown): unknown {
  if (value !== null && typeof value === 'object' && 'id' in value) return coercion.toInteger(value.id);
  return coercion.toInteger(value);
}
