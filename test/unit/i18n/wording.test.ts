import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listLanguages } from '../../../src/kernel/language/languages.js';

/** Words that native editors replaced. */
const REPLACED: Readonly<Record<string, RegExp>> = {
  ca: /camps propis|propis? del servei|respon de l’usuari|últim administrador|S’ha autoritzat|Neteja|Desplega|Plega|Llista el que/,
  es: /campos propios|propios? del servicio|responde del usuario|último administrador|Limpiar|Desplegar|Plegar|en el portapapeles|Lista lo que|Cuenta propia/,
  en: /of the service’s own|vouch|be a text|of blanks|without blanks|date to come|as many seconds as|not looked at|take it as it is|List what was/,
};

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;
const LABELS = JSON.parse(readFileSync('src/openapi/docs/page/labels.json', 'utf8')) as Labels;

describe.each(Object.entries(REPLACED))('Texts in %s', (language, replaced) => {
  it('use the common words (3.10)', () => {
    const files = globSync(`{src,extensions/*}/i18n/${language}/*.json`);
    expect(files.length).toBeGreaterThan(5);
    const labels = Object.values(LABELS)
      .map((translations) => translations[language])
      .join('\n');
    const texts = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
    for (const [file, text] of [...texts, ['labels.json', labels] as const])
      expect([file, text.match(replaced)?.[0]]).toEqual([file, undefined]);
  });
});

it('languages are listed by their names in the language of the reader (3.10)', () => {
  expect((['ca', 'en', 'es'] as const).map(listLanguages)).toEqual([
    'català, anglès i castellà',
    'Catalan, English, and Spanish',
    'catalán, inglés y español',
  ]);
});
