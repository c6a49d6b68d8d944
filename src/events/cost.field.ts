import { removeMarkup } from '../kernel/text/plain-text.js';
import { defineField, type FieldOptions } from '../kernel/schema/field.js';
import { MAX_LIST_VALUES } from '../kernel/schema/limits.js';
import {
  findInvalidValue,
  hasMaxLength,
  InvalidValue,
  listParser,
  textParser,
  type Parser,
} from '../kernel/schema/parsers.js';
import { formatCost, parseCost } from './cost/cost.js';

/** Maximum length of each text, and of the text that is served for all. */
const MAX_COST_LENGTH = 2000;
/** At least as long as the word for free in every language. */
const FREE_LABEL_PLACEHOLDER = 'x'.repeat(20);

/** Cost of an event: a text, a number, or a list of these. It is stored as sent, and parsed when it is served. */
export function CostField(options: FieldOptions = {}): PropertyDecorator {
  const amount = { anyOf: [{ type: 'string', maxLength: MAX_COST_LENGTH }, { type: 'number' }] };
  const schema = { anyOf: [...amount.anyOf, { type: 'array', items: amount, maxItems: MAX_LIST_VALUES }] };
  return defineField({ parse: parseCostTexts, schema }, options);
}

const parseTextList = listParser(textParser(MAX_COST_LENGTH, removeMarkup));

const parseCostTexts: Parser = (value, reference) => {
  // Texts are not split at commas, which occur in amounts.
  const texts = parseTextList([value].flat(), reference);
  if (findInvalidValue(texts)) return texts;
  const given = (texts as string[]).filter((text) => text !== '');
  return isFormattedCostWithinLimit(given) ? given : new InvalidValue('validation.too_long', { max: MAX_COST_LENGTH });
};

/** Whether the text that is served for a cost is short enough to be sent back. */
const isFormattedCostWithinLimit = (texts: string[]): boolean =>
  hasMaxLength(MAX_COST_LENGTH, formatCost(parseCost(texts), FREE_LABEL_PLACEHOLDER));
