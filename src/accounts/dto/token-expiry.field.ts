import { defineField, type FieldOptions } from '../../kernel/schema/field.js';
import { DATE_TIME_SCHEMA } from '../../kernel/schema/fields.js';
import { InvalidValue, type Parser } from '../../kernel/schema/parsers.js';
import { parseDateTime, resolveEpochSeconds } from '../../kernel/time/parse-date-time.js';
import { MAX_TOKEN_DAYS } from '../token-store.js';

const DAY_MS = 86_400_000;

/** Expiry of a token: a time in the future, at most `MAX_TOKEN_DAYS` from now. */
export function TokenExpiryField(options: FieldOptions = {}): PropertyDecorator {
  return defineField({ parse: parseTokenExpiry, schema: DATE_TIME_SCHEMA, sample: '2030-12-05T18:30:00Z' }, options);
}

const parseTokenExpiry: Parser = (value, { nowMs, zone }) => {
  const parsed = typeof value === 'string' || typeof value === 'number' ? parseDateTime(value) : undefined;
  const expiresAtMs = parsed ? resolveEpochSeconds(parsed, zone) * 1000 : nowMs;
  const isAccepted = expiresAtMs > nowMs && expiresAtMs <= nowMs + MAX_TOKEN_DAYS * DAY_MS;
  return isAccepted ? new Date(expiresAtMs) : new InvalidValue('validation.expires_at', { max: MAX_TOKEN_DAYS });
};
