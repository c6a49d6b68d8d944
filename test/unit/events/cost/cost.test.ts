import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LANGUAGES, type Language } from '../../../../src/kernel/language/languages.js';
import { hasForbiddenCharacters, removeMarkup } from '../../../../src/kernel/text/plain-text.js';
import { formatCost, parseCost } from '../../../../src/events/cost/cost.js';
import { costDetailsView } from '../../../../src/events/dto/cost.view.js';

const FREE: Readonly<Record<Language, string>> = { ca: 'Gratuït', en: 'Free', es: 'Gratis' };

type CostDetails = readonly [
  symbol: string,
  code: string,
  position: 'prefix' | 'postfix' | '',
  values: readonly string[],
];

const format = (texts: readonly string[], language: Language) => formatCost(parseCost(texts), FREE[language]);
const inAllLanguages = (pattern: string) => LANGUAGES.map((language) => pattern.replace('{free}', FREE[language]));

function expectCost(texts: readonly string[], pattern: string, [symbol, code, position, values]: CostDetails): void {
  expect(LANGUAGES.map((language) => format(texts, language))).toEqual(inAllLanguages(pattern));
  expect(costDetailsView(parseCost(texts))).toEqual({
    currency_symbol: symbol,
    currency_code: code,
    currency_position: position,
    values,
  });
}

const NO_DETAILS: CostDetails = ['', '', '', []];
const withoutCurrency = (...values: string[]): CostDetails => ['', '', '', values];
const euros = (...values: string[]): CostDetails => ['€', 'EUR', 'postfix', values];

describe('Single price', () => {
  it.each<[text: string, details: CostDetails]>([
    ['20€', euros('20')],
    ['20 €', euros('20')],
    ['€20', ['€', 'EUR', 'prefix', ['20']]],
    ['20 EUR', euros('20')],
    ['EUR 20', ['€', 'EUR', 'prefix', ['20']]],
    ['20 euros', euros('20')],
    ['20', withoutCurrency('20')],
    ['12,5', withoutCurrency('12.5')],
    ['1.234,50 €', euros('1234.50')],
    ['$20', ['$', 'USD', 'prefix', ['20']]],
    ['20 USD', ['$', 'USD', 'postfix', ['20']]],
    ['20 dòlars dels Estats Units', ['$', 'USD', 'postfix', ['20']]],
    ['CHF 1’234.50', ['CHF', 'CHF', 'prefix', ['1234.50']]],
    ['200 SEK', ['kr', 'SEK', 'postfix', ['200']]],
    [`${'9'.repeat(490)} €`, euros('9'.repeat(490))],
  ])('%s is served as sent, with values (6.5)', (text, details) => {
    expectCost([text], text, details);
  });

  it.each<[text: string, details: CostDetails]>([
    ['0', withoutCurrency('0')],
    ['0,00 EUR', euros('0.00')],
    ['$0', ['$', 'USD', 'prefix', ['0']]],
  ])('%s is served as free (6.5)', (text, details) => {
    expectCost([text], '{free}', details);
  });

  it.each([
    'Donation',
    '10-20 €',
    'Free – 30€',
    '20 € per person',
    '20 €, 30 €',
    '-5 €',
    '5,- €',
    '€',
    '$20 USD',
    '€20€',
    '20 kr',
    '1.23.4 €',
    '٢٠ €',
    '20 €\n30 €',
    '1,.'.repeat(166),
    '1 '.repeat(250),
    '€'.repeat(500),
  ])('%j is a text without values (6.5)', (text) => {
    expectCost([text], text, NO_DETAILS);
  });
});

describe('List of prices', () => {
  it.each<[texts: string[], pattern: string, details: CostDetails]>([
    [['0€', '20€', '30€'], '{free} – 30€', euros('0', '20', '30')],
    [['9 €', '10 €', '8,50 €'], '8,50 € – 10 €', euros('8.50', '9', '10')],
    [['10', '20€'], '10 – 20€', euros('10', '20')],
    [['20', '20€'], '20€', euros('20')],
    [['20€', '20,00 EUR', '30€'], '20€ – 30€', euros('20', '30')],
    [['0', '0€'], '{free}', euros('0')],
    [['€30', '20 €'], '20 € – €30', euros('20', '30')],
    [['€10', '20 euros'], '€10 – 20 euros', ['€', 'EUR', 'prefix', ['10', '20']]],
    [
      ['9007199254740993', '9007199254740992'],
      '9007199254740992 – 9007199254740993',
      withoutCurrency('9007199254740992', '9007199254740993'),
    ],
    [['$30', '20 USD', 'US$ 25'], '20 USD – $30', ['$', 'USD', 'postfix', ['20', '25', '30']]],
    [['20€', 'Donation'], '20€, Donation', NO_DETAILS],
    [['Adults: 12 €', 'Nens: 6 €'], 'Adults: 12 €, Nens: 6 €', NO_DETAILS],
    [['20€', '$30'], '20€, $30', NO_DETAILS],
    [['0€', '$0'], '0€, $0', NO_DETAILS],
    [[], '', NO_DETAILS],
  ])('%j is served as %s (6.5)', (texts, pattern, details) => {
    expectCost(texts, pattern, details);
  });
});

describe('Any cost', () => {
  const price = fc.tuple(fc.nat(1_000_000_000), fc.constantFrom(...LANGUAGES), fc.constantFrom('EUR', 'USD', 'GBP'));

  it.each(['symbol', 'code', 'name'] as const)(
    'parses amounts that Intl formats with the %s of a currency (6.5)',
    (display) => {
      fc.assert(
        fc.property(price, ([cents, language, currency]) => {
          const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: display });
          const { currency_code, values } = costDetailsView(parseCost([format.format(cents / 100)]));
          expect([currency_code, values]).toEqual([currency, [(cents / 100).toFixed(2)]]);
        }),
      );
    },
  );

  it('has numbers in ascending order as values, for any texts (6.5)', () => {
    const characters = fc.constantFrom(..."019.,' €$-x");
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: characters, maxLength: 8 }));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const values = costDetailsView(parseCost(texts)).values.map(Number);
        expect(values).toEqual([...new Set(values)].toSorted((one, other) => one - other));
        expect(values).not.toContain(NaN);
      }),
      { numRuns: 2000 },
    );
  });

  it('is served as a text that stays the same when a client sends it back (6.2)', () => {
    const clean = fc
      .string({ unit: fc.constantFrom(...'<b>/!-e\u0301\u0300"\'& 1€') })
      .map(removeMarkup)
      .filter((text) => text !== '' && !hasForbiddenCharacters(text));
    fc.assert(
      fc.property(fc.array(clean), fc.constantFrom(...LANGUAGES), (texts, language) => {
        const formatted = format(texts, language);
        expect(removeMarkup(formatted)).toBe(formatted);
      }),
      { numRuns: 2000 },
    );
  });
});
