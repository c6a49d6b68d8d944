import { toPlainText } from '../kernel/text/plain-text.js';
import { listElements, toText } from '../kernel/schema/coercion.js';
import { defineField, type FieldOptions } from '../kernel/schema/field.js';
import { MAX_LIST_VALUES } from '../kernel/schema/limits.js';
import { hasMaxLength, listRules, rule, textRules } from '../kernel/schema/field-rules.js';
import { formatCost, parseCost } from './cost/cost.js';

/** Maximum length of each text, and of the text that is served for all. */
const MAX_COST_LENGTH = 2000;
/** At least as long as the word for free in every language. */
const FREE_LABEL_PLACEHOLDER = 'x'.repeat(20);

/** Cost of an event: a text, a number, or a list of these. It is stored as sent, and parsed when it is served. */
export function CostField(options: FieldOptions = {}): PropertyDecorator {
  const rules = [
    ...listRules(textRules(MAX_COST_LENGTH)),
    rule('too_long', isFormattedCostWithinLimit, { max: MAX_COST_LENGTH }),
  ];
  const amount = { anyOf: [{ type: 'string', maxLength: MAX_COST_LENGTH }, { type: 'number' }] };
  const schema = { anyOf: [...amount.anyOf, { type: 'array', items: amount, maxItems: MAX_LIST_VALUES }] };
  return defineField({ coerce: toCostTexts, rules, schema }, options);
}

const toCostText = toText(MAX_COST_LENGTH);

function toCostTexts(value: unknown): unknown {
  // Texts are not split at commas, which occur in amounts.
  const texts = (Array.isArray(value) ? listElements(value) : [value]).map((each) => {
    const text = toCostText(each);
    return typeof text === 'string' && text.length <= 2 * MAX_COST_LENGTH ? toPlainText(text) : text;
  });
  return texts.length > MAX_LIST_VALUES ? texts : texts.filter((text) => text !== '');
}

/** Whether the text that is served for a cost is short enough to be sent back. */
const isFormattedCostWithinLimit = (texts: string[]): boolean =>
  hasMaxLength(MAX_COST_LENGTH, formatCost(parseCost(texts), FREE_LABEL_PLACEHOLDER));
