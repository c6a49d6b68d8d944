import { describe, expect, it } from 'vitest';
import { redactStringLiterals } from '../../../src/observability/tracing/redact-string-literals.js';

describe('redactStringLiterals', () => {
  it.each([
    [`select "title" from events where id = $1`, `select "title" from events where id = $1`],
    [`update t set a = 'hunter2', b = 'it''s hunter2', c = $2`, `update t set a = '*', b = '*', c = $2`],
    [String.raw`update t set a = E'\'hunter2\\', b = 1`, `update t set a = '*', b = 1`],
    [`do $$ hunter2 $$, $x$ hunter2 $$ $x$`, `do '*', '*'`],
    [`select 'hunter2`, `select '*'`],
  ])('redacts the literals of %s (8.15)', (statement, expected) => {
    expect(redactStringLiterals(statement)).toBe(expected);
  });
});
