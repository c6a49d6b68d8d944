import { ArrayMaxSize, IsArray, IsInt, Max, Min } from 'class-validator';
import type { Referable } from '../context/record-kind.js';
import * as coercion from './coercion.js';
import { message } from './field-message.js';
import { field, type FieldOptions } from './field.js';
import { MOST_VALUES } from './limits.js';

const LARGEST_ID = Number.MAX_SAFE_INTEGER;

/** A list of ids. */
export function IdsField(options: FieldOptions & { references?: Referable } = {}): PropertyDecorator {
  const least = options.references ? 1 : 0;
  const validators = [
    IsArray(message('list')),
    ArrayMaxSize(MOST_VALUES, message('too_many_values', { most: MOST_VALUES })),
    IsInt({ each: true, ...message('id') }),
    Min(least, { each: true, ...message('id') }),
    Max(LARGEST_ID, { each: true, ...message('id') }),
  ];
  const schema = { type: 'array', items: { type: 'integer', minimum: least }, maxItems: MOST_VALUES } as const;
  return field({ coerce: coercion.toList(idOf), validators, schema, sample: [1], ...referencing(options) }, options);
}

/** One id, from `least` up: where that is 0, it means "none". */
export function IdField(options: FieldOptions & { references?: Referable; least?: 0 | 1 } = {}): PropertyDecorator {
  const { least = 0 } = options;
  const validators = [IsInt(message('id')), Min(least, message('id')), Max(LARGEST_ID, message('id'))];
  const schema = { type: 'integer', minimum: least } as const;
  return field({ coerce: idOf, validators, schema, sample: 1, ...referencing(options) }, options);
}

const referencing = ({ references }: { references?: Referable }) => (references ? { references } : {});

/** What a read serves, a write accepts: an object with an `id` stands for the id. */
function idOf(value: unknown): unknown {
  if (value !== null && typeof value === 'object' && 'id' in value) return coercion.toInteger(value.id);
  return coercion.toInteger(value);
}
