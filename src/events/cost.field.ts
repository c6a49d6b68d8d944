import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import { plainText } from '../kernel/text/plain-text.js';
import { elementsOf, toText } from '../kernel/schema/coercion.js';
import { field, type FieldOptions } from '../kernel/schema/field.js';
import { MOST_VALUES } from '../kernel/schema/limits.js';
import { hasAtMost, HasAtMost, HasNoForbiddenCharacters, validator } from '../kernel/schema/validators.js';
import { costText, readCost } from './cost/cost.js';

/** Most characters of each text, and of the one that is served for all. */
const LONGEST_COST = 2000;
/** As long as any language's word for what is free. */
const LONGEST_WORD = 'x'.repeat(20);

/** What an event costs: a text, a number, or a list of them; kept as sent, and understood when it is served. */
export function CostField(options: FieldOptions = {}): PropertyDecorator {
  const each = (key: string, context = {}) => ({ each: true, message: `validation.${key}`, context });
  const tooLong = { message: 'validation.too_long', context: { most: LONGEST_COST } };
  const validators = [
    IsArray({ message: 'validation.text' }),
    ArrayMaxSize(MOST_VALUES, { message: 'validation.too_many_values', context: { most: MOST_VALUES } }),
    IsString(each('text')),
    HasAtMost(LONGEST_COST, { ...tooLong, each: true }),
    HasNoForbiddenCharacters(each('characters')),
    validator('canBeSentBack', tooLong, canBeSentBack),
  ];
  const amount = { anyOf: [{ type: 'string', maxLength: LONGEST_COST }, { type: 'number' }] };
  const schema = { anyOf: [...amount.anyOf, { type: 'array', items: amount, maxItems: MOST_VALUES }] };
  return field({ coerce: toCost, validators, schema }, options);
}

const toPriceText = toText(LONGEST_COST);

function toCost(value: unknown): unknown {
  // A comma may stand in a price: one text is one price.
  const texts = (Array.isArray(value) ? elementsOf(value) : [value]).map((each) => {
    const text = toPriceText(each);
    return typeof text === 'string' && text.length <= 2 * LONGEST_COST ? plainText(text) : text;
  });
  return texts.length > MOST_VALUES ? texts : texts.filter((text) => text !== '');
}

/** Whether what is served for the texts is short enough to be accepted again. */
function canBeSentBack(texts: unknown): boolean {
  const areTexts = Array.isArray(texts) && texts.every((text) => typeof text === 'string');
  return !areTexts || hasAtMost(LONGEST_COST, costText(readCost(texts), LONGEST_WORD));
}
