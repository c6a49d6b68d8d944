import { describe, expect, it } from '@jest/globals';
import { terminalLanguage } from '../../../../src/kernel/language/terminal-language.js';

describe('the language of a terminal', () => {
  it.each([
    ['ca_ES.UTF-8', 'ca'],
    ['es_MX@euro', 'es'],
    ['en_GB', 'en'],
    ['CA', 'ca'],
    ['es-ES', 'es'],
    ['ca.UTF-8', 'ca'],
  ])('11.2 3.10 is that of LANG=%s by its primary subtag', (LANG, language) => {
    expect(terminalLanguage({ LANG, DEFAULT_LANGUAGE: language === 'en' ? 'ca' : 'en' })).toBe(language);
  });

  it('11.2 3.10 is named by LC_ALL before LC_MESSAGES before LANG, of which empty ones do not count', () => {
    const [LC_ALL, LC_MESSAGES, LANG] = ['ca_AD', 'es_ES', 'en_US'];
    expect(terminalLanguage({ LC_ALL, LC_MESSAGES, LANG })).toBe('ca');
    expect(terminalLanguage({ LC_ALL: '', LC_MESSAGES, LANG })).toBe('es');
    expect(terminalLanguage({ LC_ALL: '', LC_MESSAGES: '', LANG, DEFAULT_LANGUAGE: 'ca' })).toBe('en');
    expect(terminalLanguage({ LC_ALL: 'C', LC_MESSAGES, LANG, DEFAULT_LANGUAGE: 'ca' })).toBe('ca');
  });

  it.each([undefined, '', 'C', 'C.UTF-8', 'POSIX', 'fr_FR.UTF-8', 'cat_ES', 'catalan', '_ES', ' '])(
    '11.2 3.10 is the default language where LANG is %p',
    (LANG) => {
      expect(terminalLanguage({ LANG, DEFAULT_LANGUAGE: 'es' })).toBe('es');
      expect(terminalLanguage({ LANG, DEFAULT_LANGUAGE: ' CA ' })).toBe('ca');
    },
  );

  it('11.2 3.10 is English where the default language is none of the service', () => {
    for (const DEFAULT_LANGUAGE of [undefined, '', 'fr', 'es-ES'])
      expect(terminalLanguage({ LANG: 'C', DEFAULT_LANGUAGE })).toBe('en');
  });
});
