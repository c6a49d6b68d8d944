import { LANGUAGES } from '../kernel/language/languages.js';
import { cleanText } from '../kernel/text/plain-text.js';
import { defineField, type FieldOptions } from '../kernel/schema/field.js';
import { MAX_LIST_VALUES } from '../kernel/schema/limits.js';
import {
  hasMaxLength,
  InvalidValue,
  invalidValueMessage,
  listParser,
  plainTextParser,
  type Parser,
} from '../kernel/schema/parsers.js';
import { formatCost, parseCost } from './cost/cost.js';
import { parseCostDetails } from './cost/cost-details.js';

/** Maximum length of each text, and of the text that is served for all. */
const MAX_COST_LENGTH = 2000;
/** At least as long as the word for free in every language. */
const FREE_LABEL_PLACEHOLDER = 'x'.repeat(20);

/** Cost of an event: a text, a number, or a list of these. Its texts are stored, and parsed when they are served. */
export function CostField(options: FieldOptions = {}): PropertyDecorator {
  const amount = { anyOf: [{ type: 'string', maxLength: MAX_COST_LENGTH }, { type: 'number' }] };
  const schema = { anyOf: [...amount.anyOf, { type: 'array', items: amount, maxItems: MAX_LIST_VALUES }] };
  return defineField({ parse: parseCostInput, schema }, options);
}

/** Currency and amounts of a cost, as a read served them. Any other value is ignored. */
export function CostDetailsField(): PropertyDecorator {
  const schema = { type: 'object', additionalProperties: true } as const;
  return defineField({ parse: parseCostDetails, schema }, { description: 'cost_details.input' });
}

const parseTextList = listParser(plainTextParser(MAX_COST_LENGTH, cleanText));

/** Numbers stay numbers, because their point is a decimal point. */
const parseCostInput: Parser = (value, reference) => {
  const elements = [value].flat();
  // Texts are not split at commas, which occur in amounts.
  const texts = parseTextList(elements, reference);
  if (invalidValueMessage(texts)) return texts;
  const inputs = (texts as string[]).map((text, index) => (typeof elements[index] === 'number' ? Number(text) : text));
  const given = inputs.filter((each) => each !== '');
  return isFormattedCostWithinLimit(given) ? given : new InvalidValue('validation.too_long', { max: MAX_COST_LENGTH });
};

/** Whether the text that is served for a cost is short enough to be sent back. Its length is the same in all languages. */
const isFormattedCostWithinLimit = (inputs: (string | number)[]): boolean => {
  const text = formatCost(parseCost(inputs), { language: LANGUAGES[0], freeLabel: FREE_LABEL_PLACEHOLDER });
  return hasMaxLength(MAX_COST_LENGTH, text);
};
