import { INVALID_VALUE, type Coercion } from '../../kernel/schema/coercion.js';
import { defineField, type FieldOptions } from '../../kernel/schema/field.js';
import { isParsed, rule } from '../../kernel/schema/field-rules.js';
import { parseDateTime, resolveInstant } from '../../kernel/time/parse-date-time.js';
import { MAX_TOKEN_DAYS } from '../token-store.js';

const DAY_MS = 86_400_000;

/** Expiry of a token: a time in the future, at most `MAX_TOKEN_DAYS` from now. */
export function TokenExpiryField(options: FieldOptions = {}): PropertyDecorator {
  const rules = [rule('expires_at', isParsed, { max: MAX_TOKEN_DAYS })];
  const schema = { type: 'string', format: 'date-time' } as const;
  return defineField({ coerce: toTokenExpiry, rules, schema, sample: '2030-12-05T18:30:00Z' }, options);
}

const toTokenExpiry: Coercion = (value, { nowMs, zone }) => {
  const parsed = typeof value === 'string' || typeof value === 'number' ? parseDateTime(value) : undefined;
  const expiresAtMs = parsed ? resolveInstant(parsed, zone) * 1000 : nowMs;
  return expiresAtMs > nowMs && expiresAtMs <= nowMs + MAX_TOKEN_DAYS * DAY_MS ? new Date(expiresAtMs) : INVALID_VALUE;
};
