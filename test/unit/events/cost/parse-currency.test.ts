import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { LANGUAGES } from '../../../../src/kernel/language/languages.js';
import { parseCurrency } from '../../../../src/events/cost/parse-currency.js';
import { casesByRunMode } from '../../../support/run/run-mode.js';

describe('parseCurrency', () => {
  it.each([
    ['€', 'EUR', '€'],
    ['$', 'USD', '$'],
    ['£', 'GBP', '£'],
    ['¥', 'JPY', '¥'],
    ['US$', 'USD', 'US$'],
    ['A$', 'AUD', 'A$'],
    ['AU$', 'AUD', 'AU$'],
    ['zł', 'PLN', 'zł'],
    ['F CFA', 'XOF', 'F CFA'],
    ['F\u202fCFA', 'XOF', 'F\u202fCFA'],
    ['eur', 'EUR', '€'],
    ['CHF', 'CHF', 'CHF'],
    ['Euros', 'EUR', '€'],
    ['dòlars dels Estats Units', 'USD', '$'],
    ['dolares estadounidenses', 'USD', '$'],
    ['British Pounds', 'GBP', '£'],
    ['francs suïssos', 'CHF', 'CHF'],
  ])('parses %s as %s with the symbol %s (6.5)', (text, code, symbol) => {
    expect(parseCurrency(text)).toEqual({ code, symbol });
  });

  it.each(['kr', 'Rs', 'L', 'dollars', 'lliures', 'pesos', 'XYZ', 'ESP', 'us$', '€€', '€ EUR', '', 'x'.repeat(500)])(
    '%j is not a currency (6.5)',
    (text) => {
      expect(parseCurrency(text)).toBeUndefined();
    },
  );

  it.each(LANGUAGES)('recognizes every currency by its code and its names in %s (6.5)', (language) => {
    const titles = new Intl.DisplayNames(language, { type: 'currency' });
    // The short form tests each currency in one of the languages.
    const isTested = (_code: string, index: number) => index % LANGUAGES.length === LANGUAGES.indexOf(language);
    const unknown = casesByRunMode(Intl.supportedValuesOf('currency'), isTested).flatMap((code) =>
      [code, code.toLowerCase(), titles.of(code) ?? '', nameOf(code, language, 1), nameOf(code, language, 2)].filter(
        (name) => parseCurrency(name)?.code !== code,
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('does not throw for any text (6.5)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => parseCurrency(text)).not.toThrow();
      }),
    );
  });
});

function nameOf(currency: string, language: string, count: number): string {
  const options = { style: 'currency', currency, currencyDisplay: 'name', maximumFractionDigits: 0 } as const;
  const parts = new Intl.NumberFormat(language, options).formatToParts(count);
  return parts.find(({ type }) => type === 'currency')?.value ?? '';
}
