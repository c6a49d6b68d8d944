import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LANGUAGES } from '../../../../src/kernel/language/languages.js';
import { parseCurrency } from '../../../../src/events/cost/parse-currency.js';

describe('currencyNamed', () => {
  it.each([
    ['€', 'EUR', '€'],
    ['$', 'USD', '$'],
    ['£', 'GBP', '£'],
    ['¥', 'JPY', '¥'],
    ['US$', 'USD', 'US$'],
    ['CA$', 'CAD', 'CA$'],
    ['A$', 'AUD', 'A$'],
    ['AU$', 'AUD', 'AU$'],
    ['R$', 'BRL', 'R$'],
    ['zł', 'PLN', 'zł'],
    ['lei', 'RON', 'lei'],
    ['F CFA', 'XOF', 'F CFA'],
    ['F\u202fCFA', 'XOF', 'F\u202fCFA'],
    ['EUR', 'EUR', '€'],
    ['eur', 'EUR', '€'],
    ['Usd', 'USD', '$'],
    ['SEK', 'SEK', 'kr'],
    ['CHF', 'CHF', 'CHF'],
    ['euro', 'EUR', '€'],
    ['Euros', 'EUR', '€'],
    ['EUROS', 'EUR', '€'],
    ['dòlars dels Estats Units', 'USD', '$'],
    ['US dollar', 'USD', '$'],
    ['dólar  estadounidense', 'USD', '$'],
    ['dolares estadounidenses', 'USD', '$'],
    ['lliures esterlines', 'GBP', '£'],
    ['British Pounds', 'GBP', '£'],
    ['iens', 'JPY', '¥'],
    ['francs suïssos', 'CHF', 'CHF'],
    ['Swedish kronor', 'SEK', 'kr'],
  ])('6.5 knows %s as %s, symbol %s', (text, code, symbol) => {
    expect(parseCurrency(text)).toEqual({ code, symbol });
  });

  it.each(['kr', 'Rs', 'L', 'dollars', 'lliures', 'pesos', 'XYZ', 'ESP', 'us$', '€€', '€ EUR', '', 'x'.repeat(500)])(
    '6.5 knows no currency by %j',
    (text) => {
      expect(parseCurrency(text)).toBeUndefined();
    },
  );

  it.each(LANGUAGES)('6.5 knows every currency in use by its code and its names in %s', (language) => {
    const titles = new Intl.DisplayNames(language, { type: 'currency' });
    const unknown = Intl.supportedValuesOf('currency').flatMap((code) =>
      [code, code.toLowerCase(), titles.of(code) ?? '', nameOf(code, language, 1), nameOf(code, language, 2)].filter(
        (name) => parseCurrency(name)?.code !== code,
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('6.5 takes any text', () => {
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
