import type { Parameter, Schema } from './served-document.js';

/** Valid and invalid values of a parameter, encoded for a query. */
interface ParameterValues {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

const NO_VALUES: ParameterValues = { valid: [], invalid: [] };
/** Values of dates. Only the pattern of a schema distinguishes dates from other texts. */
const DATE_VALUES: ParameterValues = {
  valid: ['now', 'yesterday', '-3%20days', '20260301'],
  invalid: ['soon', '2026-02-30', '3%20moons'],
};
const PERIOD_VALUES: ParameterValues = {
  valid: ['2027-W19', '2027-05', '%2B2%20days', 'Today%2F2027-05-09', '20270509%20/%202027-06', '2026-w53'],
  invalid: [
    'now',
    '2027',
    '2027-13',
    '2027-W53',
    '2027-W00',
    '2027-05-09T10:00',
    '1815161400',
    '2027-05/',
    '2027/2028',
  ],
};
/** Distance beyond the bound of a decimal number. */
const EPSILON = 0.001;

/** Values at the bounds of a schema and just beyond. */
export function boundaryValues(schema: Schema): ParameterValues {
  const { items, maxItems, type } = schema;
  if (type !== 'array' || !items)
    return mergeValues([numericBoundaries(schema), enumValues(schema), lengthBoundaries(schema), typeValues(schema)]);
  const item = items.enum?.[0] ?? 1;
  const list = (count: number) => Array.from({ length: count }, () => String(item)).join();
  const lengthValues = { valid: [list(maxItems ?? 1)], invalid: maxItems === undefined ? [] : [list(maxItems + 1)] };
  const allEnumValues = items.enum
    ? { valid: [items.enum.join(), items.enum.join('%20,%20')], invalid: [] }
    : NO_VALUES;
  return mergeValues([lengthValues, allEnumValues, boundaryValues(items)]);
}

/** The schema of a field without `null`, which clears it. */
export function withoutNull({ type, enum: values, ...rest }: Schema): Schema {
  const nonNullType = [type].flat().find((name) => name !== 'null');
  return {
    ...rest,
    ...(nonNullType === undefined ? {} : { type: nonNullType }),
    ...(values ? { enum: values.filter((value) => value !== null) } : {}),
  };
}

function numericBoundaries({ type, minimum, maximum }: Schema): ParameterValues {
  const step = type === 'integer' ? 1 : EPSILON;
  const isNumber = type === 'integer' || type === 'number';
  if (!isNumber) return NO_VALUES;
  return {
    valid: [minimum, maximum ?? (type === 'integer' ? Number.MAX_SAFE_INTEGER : undefined)].flatMap(asTexts),
    invalid: [
      ...(minimum === undefined ? [] : asTexts(minimum - step)),
      ...(maximum === undefined ? [] : asTexts(maximum + step)),
      ...(type === 'integer' ? ['1.5'] : []),
    ],
  };
}

const asTexts = (value: number | undefined): string[] => (value === undefined ? [] : [String(value)]);

/** Enum values are case-insensitive. */
function enumValues({ enum: values = [] }: Schema): ParameterValues {
  if (values.length === 0) return NO_VALUES;
  const texts = values.map(String);
  return { valid: texts.flatMap((text) => [text, text.toUpperCase()]), invalid: [`${texts[0]}x`, 'null'] };
}

function lengthBoundaries({ maxLength }: Schema): ParameterValues {
  if (maxLength === undefined) return NO_VALUES;
  return { valid: ['a'.repeat(maxLength)], invalid: ['a'.repeat(maxLength + 1)] };
}

function typeValues({ type, pattern = '' }: Schema): ParameterValues {
  if (type === 'boolean') return { valid: ['true', 'FALSE', '1', 'no'], invalid: ['maybe', '2'] };
  if (type === 'integer' || type === 'number') return { valid: [], invalid: ['many'] };
  if (pattern.includes('|now')) return DATE_VALUES;
  return pattern.includes('tomorrow') ? PERIOD_VALUES : NO_VALUES;
}

const mergeValues = (parts: readonly ParameterValues[]): ParameterValues => ({
  valid: parts.flatMap(({ valid }) => valid),
  invalid: parts.flatMap(({ invalid }) => invalid),
});

/** Query parameters with their defaults. */
export const defaultsOf = (parameters: readonly Parameter[] = []): [name: string, value: string][] =>
  parameters.flatMap(({ in: location, name, schema }) =>
    location === 'query' && schema.default !== undefined ? [[name, String(schema.default)]] : [],
  );
