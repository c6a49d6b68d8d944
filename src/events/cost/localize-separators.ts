import { LANGUAGES, type Language } from '../../kernel/language/languages.js';
import { DIGITS_PATTERN, type Price } from './price.js';

/** The separators of thousands and decimals by language, from CLDR. */
const SEPARATORS = new Map(
  LANGUAGES.map((language) => {
    const parts = new Intl.NumberFormat(language).formatToParts(123_456.7);
    const separator = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
    return [language, { group: separator('group'), decimal: separator('decimal') }];
  }),
);

/**
 * The text of a price with the points and commas of a language. Everything else stays as sent.
 * @example localizeSeparators({ text: '1.234,50 €', amount: '1234.50', position: 'postfix' }, 'en'); // '1,234.50 €'
 */
export function localizeSeparators({ text, amount }: Price, language: Language): string {
  const { group = '', decimal = '' } = SEPARATORS.get(language) ?? {};
  const decimals = amount.split('.')[1]?.length ?? 0;
  return text.replace(DIGITS_PATTERN, (digits) => {
    const decimalIndex = digits.length - decimals - 1;
    return digits.replace(/[.,]/g, (_separator, index) => (index === decimalIndex ? decimal : group));
  });
}
