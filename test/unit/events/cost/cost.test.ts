import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { LANGUAGES, type Language } from '../../../../src/kernel/language/languages.js';
import { hasForbiddenCharacters, removeMarkup } from '../../../../src/kernel/text/plain-text.js';
import { CostWriter } from '../../../../src/events/cost-writer.js';
import type { CostFormatter } from '../../../../src/events/cost-formatter.js';
import { formatCost, parseCost, type Cost } from '../../../../src/events/cost/cost.js';
import { costDetails, parseCostDetails } from '../../../../src/events/cost/cost-details.js';
import { fromStoredCost } from '../../../../src/events/cost/stored-cost.js';
import type { CalendarEvent } from '../../../../src/events/event.entity.js';
import { byRunMode } from '../../../support/run/run-mode.js';

const FREE: Readonly<Record<Language, string>> = { ca: 'Gratuït', en: 'Free', es: 'Gratis' };

type CostDetails = readonly [
  symbol: string,
  code: string,
  position: 'prefix' | 'postfix' | '',
  values: readonly string[],
];

const format = (cost: Cost, language: Language) => formatCost(cost, { language, freeLabel: FREE[language] });
const served = (sent: readonly (string | number)[], language: Language) => format(parseCost(sent), language);
const inAllLanguages = (pattern: string) => LANGUAGES.map((language) => pattern.replace('{free}', FREE[language]));

function expectCost(
  sent: readonly (string | number)[],
  pattern: string,
  [symbol, code, position, values]: CostDetails,
): void {
  expect(LANGUAGES.map((language) => served(sent, language))).toEqual(inAllLanguages(pattern));
  expect(costDetails(parseCost(sent))).toEqual({
    currency_symbol: symbol,
    currency_code: code,
    currency_position: position,
    values,
  });
}

const NO_DETAILS: CostDetails = ['', '', '', []];
const withoutCurrency = (...values: string[]): CostDetails => ['', '', '', values];
const euros = (...values: string[]): CostDetails => ['€', 'EUR', 'postfix', values];

/** Test cases from groups of texts with the same details. */
const casesWith = (
  ...groups: [details: CostDetails, texts: string | string[]][]
): [text: string, details: CostDetails][] =>
  groups.flatMap(([details, texts]) => [texts].flat().map((text): [string, CostDetails] => [text, details]));

const FREE_TEXTS = [
  'Free',
  'FREE',
  'free entry',
  'Free  admission',
  'Gratis',
  'Gratuït',
  'gratuit',
  'Gratuïta',
  'De franc',
  'Entrada lliure',
  'Entrada gratuïta',
  'Gratuito',
  'gratuita',
  'Entrada libre',
  'Entrada gratuita',
];

describe('Single price', () => {
  it.each<[text: string, details: CostDetails]>([
    ...casesWith(
      [euros('20'), ['20€', '20 €', '20\u00a0€', '20\u202f€', '20 EUR', '20EUR', '20 eur', '20 euros', '20 Euros']],
      [
        ['€', 'EUR', 'prefix', ['20']],
        ['€20', '€ 20', 'EUR 20', 'euros 20'],
      ],
      [euros('1'), '1 euro'],
      [withoutCurrency('20'), '20'],
      [withoutCurrency('12.5'), '12,5'],
      [withoutCurrency('20.00'), '20.00'],
      [euros('1234.50'), ['1.234,50 €', '1 234,50 €']],
      [['€', 'EUR', 'prefix', ['1234.50']], '€1,234.50'],
      [withoutCurrency('1234'), '1.234'],
      [euros('1234'), '1,234 €'],
      [euros('0.125'), '0,125 €'],
      [euros('0.50'), ',50 €'],
      [['€', 'EUR', 'prefix', ['0.50']], '€.50'],
      [['$', 'USD', 'prefix', ['20']], '$20'],
      [['US$', 'USD', 'prefix', ['20']], 'US$ 20'],
      [
        ['$', 'USD', 'postfix', ['20']],
        ['20 USD', '20 US dollars', '20 dòlars dels Estats Units', '20 dólares estadounidenses'],
      ],
      [['£', 'GBP', 'prefix', ['7.50']], '£7.50'],
      [['¥', 'JPY', 'prefix', ['1000']], '¥1,000'],
      [['CHF', 'CHF', 'prefix', ['1234.50']], 'CHF 1’234.50'],
      [['kr', 'SEK', 'postfix', ['200']], '200 SEK'],
    ),
    [`${'9'.repeat(490)} €`, euros('9'.repeat(490))],
  ])('%s is served as sent, with values (6.5)', (text, details) => {
    expectCost([text], text, details);
  });

  it.each<[text: string, details: CostDetails]>([
    ...casesWith(
      [withoutCurrency('0'), ['0', '000']],
      [euros('0'), ['0€', '0 euros']],
      [euros('0.00'), '0,00 EUR'],
      [['$', 'USD', 'prefix', ['0']], '$0'],
    ),
    ...casesWith([withoutCurrency('0'), FREE_TEXTS]),
  ])('%s is served as free (6.5)', (text, details) => {
    expectCost([text], '{free}', details);
  });

  it.each([
    'Donation',
    'Taquilla inversa',
    'Entrada libre hasta completar aforo',
    'Actividad gratuita.',
    'Gratuito con inscripción previa',
    'Gratis 10 €',
    '0 gratis',
    'Gratis €',
    'freedom – 10 €',
    'Preu',
    'a',
    'De … a …',
    '20 € per person',
    '5 euros por persona',
    'Adults: 12 €',
    'Entrada: 5  euros Descuentos disponibles',
    'Entrada general - 22 euros',
    'Platea:36  euros  Grada: 16 euros',
    "Preu de l'entrada: 5 €",
    '10 € (socis: 5 €)',
    '10 € + IVA',
    'a partir de 10 €',
    '+10 €',
    '~10 €',
    '20 €/h',
    '20 €.',
    '16 euros.',
    '-5',
    '-5 €',
    '– 5 €',
    'Preu: -5 €',
    'from -5 to 5 €',
    '+5',
    '5,- €',
    '5.–',
    '5 € -',
    '5 € /',
    '10 -- 20 €',
    '10 € 20 €',
    '12 50',
    '10,20,30 €',
    '10 €,12 €',
    '10 €20 €',
    '10 de euros',
    '€',
    '€ – €',
    '$20 USD',
    '€20€',
    '20 kr',
    '20 dollars',
    '10 – 20 dollars',
    '20 XYZ',
    '10 € / $12',
    '€10 – 20 USD',
    '1.23.4 €',
    '50%',
    '2x10 €',
    '2x1',
    '20:30',
    '20h',
    'De 9 a 14 h',
    '2027-05-09',
    '9/5/2027',
    '09-05-2027 – 10-05-2027',
    'de 2027/05/09',
    'a10',
    'abc 10 i 20',
    '٢٠ €',
    '1e3',
    '.',
    '-',
    '1,.'.repeat(166),
    '1 '.repeat(250),
    '€'.repeat(500),
    'de '.repeat(600),
    '- '.repeat(1000),
    'de '.repeat(600).replaceAll(' ', '   '),
    Array.from({ length: 101 }, (_each, index) => index).join('/'),
  ])('%j is a text without values (6.5)', (text) => {
    expectCost([text], text, NO_DETAILS);
  });
});

describe('Several prices, and words, in one text', () => {
  it.each<[text: string, details: CostDetails]>([
    ...casesWith(
      [
        euros('10', '20'),
        [
          '10-20 €',
          '10–20€',
          '10 — 20 €',
          '10 – 20 €',
          '10 -20 €',
          '10€-20€',
          '10 € – 20 €',
          'De 10 a 20 €',
          'de 10 € fins a 20 €',
          'desde 10 hasta 20 euros',
          'Preus: de 10 a 20 €',
        ],
      ],
      [
        ['€', 'EUR', 'prefix', ['10', '20']],
        ['€10–€20', '€10-20', 'From €10 to €20'],
      ],
      [['US$', 'USD', 'prefix', ['10', '20']], 'US$10 – 20'],
      [['$', 'USD', 'postfix', ['10', '20']], '10 to 20 USD'],
      [withoutCurrency('10', '20'), ['10-20', 'from 10 until 20']],
      [euros('18', '30'), ['18 / 30 €', '18/30€', '30 / 18 €']],
      [euros('10', '12', '15'), '10/12/15 €'],
      [euros('10', '12'), ['10 €; 12 €', '10 € | 12 €', '10, 12 €', '10 €\n12 €', '10 €\r\n\r\n12 €', '10 €,\n12 €']],
      [euros('10', '12.50'), '10 €, 12,50 €'],
      [
        euros('10'),
        [
          '10 € / 10 euros',
          'Des de 10 €',
          'DES DE 10 €',
          'from 10 EUR',
          'Prices from: 10 €',
          'Entradas desde 10 €',
          'Ticket price: 10 €',
        ],
      ],
      [euros('20', '30'), ['20 i 30 €', '20 y 30 euros', '20 and 30 euros', '20 €, and 30 €', '20 or 30 EUR']],
      [euros('20', '25', '30'), '20 €, 25 € o 30 €'],
      [euros('20'), 'fins a 20 €'],
      [euros('6', '22'), '6 a 22 euros'],
      [euros('18'), 'Desde 18 euros'],
      [
        euros('15'),
        ['Preu: 15 €', 'Preu : 15 €', 'Preu 15 €', 'Preu:\n15 €', 'Preu – 15 €', 'Precio: 15 euros', '15 € entrada'],
      ],
      [euros('10', '15'), 'Precios: 10 y 15 euros'],
      [['$', 'USD', 'prefix', ['15']], 'Price: $15'],
      [euros('5'), 'Entrada: 5  euros'],
      [euros('8', '10'), ['Entrades: 10 €, 8 €', 'Tickets: 10/8 €']],
      [euros('5', '10'), 'Preu: 10 €; entrada: 5 €'],
      [euros('0', '30'), ['Gratuït – 30€', 'Free – 30€', '0 – 30 €']],
      [euros('0', '10'), ['Gratis / 10 €', '10 € i gratuït']],
      [euros('0', '5'), ['de franc o 5 €', 'Entrada lliure o 5 €']],
      [withoutCurrency('0'), ['Gratis / Free', 'Entrada: gratuïta']],
      [euros('0'), 'Preu: 0 €'],
      [euros('1000', '2500'), ['1.000 - 2.500 €', 'de 1 000 a 2 500 €']],
      [euros('1000', '2500.50'), '1,000-2,500.50 EUR'],
      [euros('0.125', '0.5'), '0,125 – 0.5 €'],
      [['$', 'TTD', 'postfix', ['10', '20']], '10 a 20 dólares de Trinidad y Tobago'],
      [['₩', 'KRW', 'postfix', ['1', '2']], '1 o 2 wons sud-coreans'],
    ),
    ["CHF 1'000 / 2’000", ['CHF', 'CHF', 'prefix', ['1000', '2000']]],
  ])('%j is served as sent, with values (6.5)', (text, details) => {
    expectCost([text], text, details);
  });
});

describe('List of prices', () => {
  it.each<[sent: (string | number)[], pattern: string, details: CostDetails]>([
    [['0€', '20€', '30€'], '{free} – 30€', euros('0', '20', '30')],
    [['30€', '20€'], '20€ – 30€', euros('20', '30')],
    [['10-20 €', 'Gratis'], '{free} – 20 €', euros('0', '10', '20')],
    [['Adults, 12 €', 'Entrada: 6 €'], 'Adults, 12 €, Entrada: 6 €', NO_DETAILS],
    [['Entrada: 6 €', 'de 12 a 15 €'], '6 € – 15 €', euros('6', '12', '15')],
    [['12,50 €', '12,5 €'], '12,50 €', euros('12.50')],
    [[8.625], '8.625', withoutCurrency('8.625')],
    [[8.625, 8.625], '8.625', withoutCurrency('8.625')],
    [[1234.5], '1234.5', withoutCurrency('1234.5')],
    [[1e21, 5], '1e+21, 5', NO_DETAILS],
    [[-5], '-5', NO_DETAILS],
    [['0', '20€'], '{free} – 20€', euros('0', '20')],
    [['10', '20€'], '10 – 20€', euros('10', '20')],
    [['0', '20', '30'], '{free} – 30', withoutCurrency('0', '20', '30')],
    [['20€', '20€'], '20€', euros('20')],
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
    [['Free', '20€'], '{free} – 20€', euros('0', '20')],
    [['Adults: 12 €', 'Nens: 6 €'], 'Adults: 12 €, Nens: 6 €', NO_DETAILS],
    [['20€', '$30'], '20€, $30', NO_DETAILS],
    [['0€', '$0'], '0€, $0', NO_DETAILS],
    [[], '', NO_DETAILS],
  ])('%j is served as %s (6.5)', (sent, pattern, details) => {
    expectCost(sent, pattern, details);
  });

  it.each<[sent: (string | number)[], catalan: string, english: string]>([
    [['0 €', '12,50 €'], 'Gratuït – 12,50 €', 'Free – 12.50 €'],
    [['1.234,50 €', '€8.5'], '€8,5 – 1.234,50 €', '€8.5 – 1,234.50 €'],
    [['1,000', '2 000,5'], '1.000 – 2 000,5', '1,000 – 2 000.5'],
    [[8.625, '1.500 €'], '8,625 – 1.500 €', '8.625 – 1,500 €'],
    [[',50 €', '3 €'], ',50 € – 3 €', '.50 € – 3 €'],
  ])('%j is a range with the separators of the language: %s, %s (6.5)', (sent, catalan, english) => {
    expect([served(sent, 'ca'), served(sent, 'en')]).toEqual([catalan, english]);
  });
});

const writer = new CostWriter({ format } as CostFormatter);

function write(cost: (string | number)[], language: Language = 'ca'): CalendarEvent {
  const event = {} as CalendarEvent;
  writer.write(event, { cost }, language);
  return event;
}

function view({ cost: texts, costDetails: details }: CalendarEvent, language: Language) {
  const cost = fromStoredCost({ texts, details: details ?? null });
  return { cost: format(cost, language), cost_details: costDetails(cost) };
}

const amountPart = fc.constantFrom('0', '8.625', '1,250', '01.250', '10', '12,50', '30', '1.234,50', '2 000', '9.1');
const anyPrice = fc
  .tuple(fc.constantFrom('', '', '€', 'EUR ', '$'), amountPart, fc.constantFrom('', '', ' €', '€', ' euros', ' SEK'))
  .map((parts) => parts.join(''));
const anyPart = fc.oneof(
  anyPrice,
  fc.constantFrom(
    'Free',
    'Gratuït',
    'de franc',
    'entrada',
    'a',
    'de ',
    ' i ',
    ' – ',
    '-',
    '/',
    '2027-05-09',
    'x',
    ', ',
  ),
);
const anyText = fc.oneof(
  anyPrice,
  fc.array(anyPart, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('').trim()),
);
const anyCost = fc.array(
  fc.oneof(
    anyText.filter((text) => text !== ''),
    fc.constantFrom(0, 5, 8.625, 12.5, 1000, -1, 1e21),
  ),
  { maxLength: 4 },
);

describe('Any cost', () => {
  const price = fc.tuple(fc.nat(1_000_000_000), fc.constantFrom(...LANGUAGES), fc.constantFrom('EUR', 'USD', 'GBP'));

  it.each(['symbol', 'code', 'name'] as const)(
    'is read from the text that Intl formats with the %s of its currency (6.5)',
    (display) => {
      fc.assert(
        fc.property(price, ([cents, language, currency]) => {
          const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: display });
          const { currency_code, values } = costDetails(parseCost([format.format(cents / 100)]));
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
        const values = costDetails(parseCost(texts)).values.map(Number);
        expect(values).toEqual([...new Set(values)].toSorted((one, other) => one - other));
        expect(values).not.toContain(NaN);
      }),
      { numRuns: byRunMode(200, 2000) },
    );
  });

  it('stays the same if a client sends it back as served, for a new event and one with another cost (6.2, 6.5)', () => {
    fc.assert(
      fc.property(anyCost, anyCost, fc.constantFrom(...LANGUAGES), (cost, otherCost, language) => {
        const original = view(write(cost), language);
        const { cost: text, cost_details: details } = original;
        const sent = { cost: text === '' ? [] : [text], cost_details: parseCostDetails({ ...details }) };
        for (const event of [{}, write(cost), write(otherCost), write([...cost, '7 €']), write([text])]) {
          writer.write(event as CalendarEvent, sent, language);
          expect(view(event as CalendarEvent, language)).toEqual(original);
        }
      }),
      { numRuns: byRunMode(150, 5000) },
    );
  });

  it('is served as a text that removeMarkup leaves unchanged when a client sends it back (6.2)', () => {
    const clean = fc
      .string({ unit: fc.constantFrom(...'<b>/!-e\u0301\u0300"\'& 1€') })
      .map(removeMarkup)
      .filter((text) => text !== '' && !hasForbiddenCharacters(text));
    fc.assert(
      fc.property(fc.array(clean), fc.constantFrom(...LANGUAGES), (texts, language) => {
        const shown = served(texts, language);
        expect(removeMarkup(shown)).toBe(shown);
      }),
      { numRuns: byRunMode(200, 2000) },
    );
  });
});
