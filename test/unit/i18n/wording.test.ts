import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { listLanguages } from '../../../src/kernel/language/languages.js';

/** Words that native editors replaced. */
const REPLACED: Readonly<Record<string, RegExp>> = {
  ca: /camps propis|propis? del servei|respon de l’usuari|últim administrador|S’ha autoritzat|Neteja|Desplega|Plega|Llista el que/,
  es: /campos propios|propios? del servicio|responde del usuario|último administrador|Limpiar|Desplegar|Plegar|en el portapapeles|Lista lo que|Cuenta propia/,
  en: /of the service’s own|vouch|be a text|of blanks|without blanks|date to come|as many seconds as|not looked at|take it as it is|List what was/,
};

describe.each(Object.entries(REPLACED))('Texts in %s', (language, replaced) => {
  it('use the common words (3.10)', () => {
    const files = globSync([
      `{src,extensions/*}/i18n/${language}/*.json`,
      `src/openapi/docs/page/labels.${language}.json`,
    ]);
    expect(files.length).toBeGreaterThan(5);
    for (const file of files)
      expect([file, readFileSync(file, 'utf8').match(replaced)?.[0]]).toEqual([file, undefined]);
  });
});

it('languages are listed by their names in the language of the reader (3.10)', () => {
  expect((['ca', 'en', 'es'] as const).map(listLanguages)).toEqual([
    'català, anglès i castellà',
    'Catalan, English, and Spanish',
    'catalán, inglés y español',
  ]);
});
