import { describe, expect, it } from 'vitest';
import { parameterError } from '../../../../src/kernel/errors/api-error.js';
import { PartialFields } from '../../../../src/kernel/schema/field.js';
import { ruleErrors, Rules, type Rule } from '../../../../src/kernel/schema/rules.js';

interface RangeInput {
  readonly first?: number;
  readonly last?: number;
}

const inOrder: Rule<RangeInput> = ({ first = 0, last = 0 }) => {
  if (last < first) throw parameterError({ last: { key: 'validation.too_small', args: { min: first } } });
};
const lastRequiredWithFirst: Rule<RangeInput> = ({ first, last }, { isCreate }) => {
  if (isCreate && last === undefined && first !== undefined)
    throw parameterError({ last: { key: 'validation.required' } });
};
const broken: Rule<RangeInput> = () => {
  throw new Error('broken');
};

@Rules(inOrder)
class Range {}

@Rules(lastRequiredWithFirst)
class StrictRange extends Range {}

@Rules(broken)
class BrokenRange {}

const createContext = {
  isCreate: true,
  timezone: 'UTC',
  language: { requested: 'ca', isExplicit: false },
  kinds: [],
} as const;

describe('Rules for several fields', () => {
  it('report errors by parameter, including rules of the base class (2.7)', () => {
    expect(ruleErrors(Range, { first: 2, last: 1 }, createContext)).toHaveProperty('last.key', 'validation.too_small');
    expect(ruleErrors(StrictRange, { first: 2, last: 1 }, createContext)).toHaveProperty('last.args', { min: 2 });
    expect(Object.keys(ruleErrors(StrictRange, { first: -2 }, createContext))).toEqual(['last']);
    expect(ruleErrors(Range, { first: -2 }, createContext)).toEqual({});
  });

  it('apply to updates, except rules for creates only (2.7)', () => {
    const updateContext = { ...createContext, isCreate: false };
    const partial = PartialFields(StrictRange);
    expect(Object.keys(ruleErrors(partial, { first: 2, last: 1 }, updateContext))).toEqual(['last']);
    expect(ruleErrors(partial, { first: -2 }, updateContext)).toEqual({});
  });

  it('do not catch unexpected errors', () => {
    expect(() => ruleErrors(BrokenRange, {}, createContext)).toThrow('broken');
  });
});
