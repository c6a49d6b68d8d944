import type { Parameter, Schema } from './served-document.js';

/** Values of a parameter, as they stand in a query: those that it takes, and those that it refuses. */
export interface ParameterValues {
  readonly taken: readonly string[];
  readonly refused: readonly string[];
}

const NOTHING: ParameterValues = { taken: [], refused: [] };
/** Bounds of dates: only their pattern tells them from other texts. */
export const DATES: ParameterValues = {
  taken: ['now', 'yesterday', '-3%20days', '20260301'],
  refused: ['soon', '2026-02-30', '3%20moons'],
};
/** How far beyond a bound of a number with decimals. */
const SLIGHTLY = 0.001;

/** The values that lie at the bounds which a schema names, and just beyond. */
export function valuesOf(schema: Schema): ParameterValues {
  const { items, maxItems, type } = schema;
  if (type !== 'array' || !items) return merged([bounds(schema), words(schema), lengths(schema), wrongType(schema)]);
  const one = items.enum?.[0] ?? 1;
  const list = (count: number) => Array.from({ length: count }, () => String(one)).join();
  const ofMany = { taken: [list(maxItems ?? 1)], refused: maxItems === undefined ? [] : [list(maxItems + 1)] };
  const ofAll = items.enum ? { taken: [items.enum.join(), items.enum.join('%20,%20')], refused: [] } : NOTHING;
  return merged([ofMany, ofAll, valuesOf(items)]);
}

/** A schema of what is sent to fill a field, without the null that empties it. */
export function withoutNull({ type, enum: values, ...rest }: Schema): Schema {
  const only = [type].flat().find((each) => each !== 'null');
  return {
    ...rest,
    ...(only === undefined ? {} : { type: only }),
    ...(values ? { enum: values.filter((value) => value !== null) } : {}),
  };
}

function bounds({ type, minimum, maximum }: Schema): ParameterValues {
  const step = type === 'integer' ? 1 : SLIGHTLY;
  const isNumber = type === 'integer' || type === 'number';
  if (!isNumber) return NOTHING;
  return {
    taken: [minimum, maximum ?? (type === 'integer' ? Number.MAX_SAFE_INTEGER : undefined)].flatMap(written),
    refused: [
      ...(minimum === undefined ? [] : written(minimum - step)),
      ...(maximum === undefined ? [] : written(maximum + step)),
      ...(type === 'integer' ? ['1.5'] : []),
    ],
  };
}

const written = (value: number | undefined): string[] => (value === undefined ? [] : [String(value)]);

/** Fixed words are taken in any case, and no others are. */
function words({ enum: values = [] }: Schema): ParameterValues {
  if (values.length === 0) return NOTHING;
  const texts = values.map(String);
  return { taken: texts.flatMap((text) => [text, text.toUpperCase()]), refused: [`${texts[0]}x`, 'null'] };
}

function lengths({ maxLength }: Schema): ParameterValues {
  if (maxLength === undefined) return NOTHING;
  return { taken: ['a'.repeat(maxLength)], refused: ['a'.repeat(maxLength + 1)] };
}

function wrongType({ type, pattern = '' }: Schema): ParameterValues {
  if (type === 'boolean') return { taken: ['true', 'FALSE', '1', 'no'], refused: ['maybe', '2'] };
  if (type === 'integer' || type === 'number') return { taken: [], refused: ['many'] };
  return pattern.includes('tomorrow') ? DATES : NOTHING;
}

const merged = (parts: readonly ParameterValues[]): ParameterValues => ({
  taken: parts.flatMap(({ taken }) => taken),
  refused: parts.flatMap(({ refused }) => refused),
});

/** Parameters of the query that have a default, and it. */
export const defaultsOf = (parameters: readonly Parameter[] = []): [name: string, value: string][] =>
  parameters.flatMap(({ in: place, name, schema }) =>
    place === 'query' && schema.default !== undefined ? [[name, String(schema.default)]] : [],
  );
