import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compareAmounts, parseAmount, type DecimalSeparator } from '../../../../src/events/cost/parse-amount.js';
import { byRunMode } from '../../../support/run/run-mode.js';

const LOCALES = ['ca', 'en', 'es', 'de-CH'];
/** Amount with two decimals, from hundredths. */
const toAmount = (hundredths: number) => (hundredths / 100).toFixed(2);

describe('parseAmount', () => {
  it.each([
    ['20', '20'],
    ['007', '7'],
    ['12,5', '12.5'],
    [',50', '0.50'],
    ['.50', '0.50'],
    ['1.234', '1234'],
    ['1,234', '1234'],
    ['1 234', '1234'],
    ["1'234", '1234'],
    ['0,125', '0.125'],
    ['01.250', '1.250'],
    ['1234,567', '1234.567'],
    ['1.234.567', '1234567'],
    ['1\u00a0234\u202f567', '1234567'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1’234.50', '1234.50'],
    ['1.000,125', '1000.125'],
    ['9'.repeat(500), '9'.repeat(500)],
  ])('parses %s as %s (6.5)', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each([
    ["1'234", '.', '1234'],
    ['8.625', '.', '8.625'],
    ['8.625', ',', '8625'],
    ['8,625', ',', '8.625'],
    ['8.625,5', '.', '8625.5'],
    ['1.234.567', '.', '1234567'],
  ])('parses %s in a language with the decimal separator %s as %s (6.5)', (text, separator, amount) => {
    expect(parseAmount(text, separator as DecimalSeparator)).toBe(amount);
  });

  it.each([
    '.',
    '5.',
    '1.23.4',
    '1.234.56',
    '0.123.456',
    '1.234 567',
    '1 23',
    '1  234',
    "12'5",
    '1.,5',
    '-5',
    '٣',
    '',
    '1.'.repeat(249),
    `${"1'".repeat(249)}1`,
  ])('%j is not an amount (6.5)', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it.each(LOCALES)('parses amounts that Intl formats in %s (6.5)', (locale) => {
    const grouped = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: 'always' });
    const plain = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.nat(1_000_000_000_000), (hundredths) => {
        for (const format of [grouped, plain]) {
          expect(parseAmount(format.format(hundredths / 100))).toBe(toAmount(hundredths));
        }
      }),
    );
  });

  it('returns digits with an optional point, which parse to the same amount unless the point is ambiguous (6.5)', () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789.,'’ \u00a0"), maxLength: 20 });
    fc.assert(
      fc.property(text, (input) => {
        const amount = parseAmount(input) ?? '0';
        expect(amount).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
        const isAmbiguous = /^[1-9]\d{0,2}\.\d{3}$/.test(amount);
        expect(isAmbiguous ? amount : parseAmount(amount)).toBe(amount);
      }),
      { numRuns: byRunMode(300, 2000) },
    );
  });
});

describe('compareAmounts', () => {
  it.each([
    ['9', '10', -1],
    ['2.5', '2.49', 1],
    ['2.5', '2.50', 0],
    ['2', '2.00', 0],
    ['2', '2.001', -1],
    ['0.50', '0.5', 0],
    ['9007199254740993', '9007199254740992', 1],
    [`${'1'.repeat(400)}.1`, `${'1'.repeat(400)}.2`, -1],
  ])('compares %s and %s: %d (5.3)', (one, other, expected) => {
    expect(Math.sign(compareAmounts(one, other))).toBe(expected);
    expect(Math.sign(compareAmounts(other, one))).toBe(-expected + 0);
  });

  it('agrees with the comparison of numbers (5.3)', () => {
    const hundredths = fc.nat(100_000);
    fc.assert(
      fc.property(hundredths, hundredths, (one, other) => {
        expect(Math.sign(compareAmounts(toAmount(one), String(other / 100)))).toBe(Math.sign(one - other));
      }),
    );
  });
});
