import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import { plainText } from '../common/text/plain-text.js';
import { toText } from '../common/validation/coercion.js';
import { field, type FieldOptions } from '../common/validation/field.js';
import { MOST_VALUES } from '../common/validation/limits.js';
import { HasAtMost, HasNoForbiddenCharacters } from '../common/validation/validators.js';

const LONGEST_COST = 500;

/** What an event costs: a text, a number, or a list of them; kept as sent. */
export function CostField(options: FieldOptions = {}): PropertyDecorator {
  const each = (key: string, context = {}) => ({ each: true, message: `validation.${key}`, context });
  const validators = [
    IsArray({ message: 'validation.text' }),
    ArrayMaxSize(MOST_VALUES, { message: 'validation.too_many_values', context: { most: MOST_VALUES } }),
    IsString(each('text')),
    HasAtMost(LONGEST_COST, each('too_long', { most: LONGEST_COST })),
    HasNoForbiddenCharacters(each('characters')),
  ];
  const amount = { oneOf: [{ type: 'string' }, { type: 'number' }] };
  const schema = { oneOf: [...amount.oneOf, { type: 'array', items: amount }] };
  return field({ coerce: toCost, validators, schema }, options);
}

function toCost(value: unknown): unknown {
  const texts = (Array.isArray(value) ? value : [value]).map((each) => {
    const text = toText(each);
    return typeof text === 'string' && text.length <= 2 * LONGEST_COST ? plainText(text) : text;
  });
  return texts.filter((text) => text !== '');
}
