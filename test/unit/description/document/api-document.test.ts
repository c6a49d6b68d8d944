import { jest, describe, expect, it } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../../src/kernel/language/languages.js';
import { readConfiguration } from '../../../../src/kernel/config/configuration.js';
import { ApiDocument } from '../../../../src/openapi/document/api-document.js';
import type { ScannedDocument } from '../../../../src/openapi/document/scanned-document.js';
import type { DocumentTexts } from '../../../../src/openapi/document/document-texts.js';

/** A document of a service without operations, below `/wp-json`, and how often it has been translated. */
function documentOfNothing() {
  const translate = jest.fn((value: object, language: Language) => ({ ...value, language }));
  const say = () => 'Negotiated';
  const scanned = { read: () => ({ openapi: '3.1.0', paths: {} }) } as unknown as ScannedDocument;
  const texts = { translate, say } as unknown as DocumentTexts;
  const configuration = readConfiguration({ REST_ROOT: '/wp-json' });
  return { document: new ApiDocument(scanned, texts, configuration), translate };
}

const asking = (asked: Language, root: string) => ({ root, language: { asked, named: true } }) as const;

describe('the document', () => {
  it('10.2 is made once in each language, when it is first asked for', () => {
    const { document, translate } = documentOfNothing();
    expect(translate).not.toHaveBeenCalled();
    for (const language of [...LANGUAGES, ...LANGUAGES]) {
      expect(document.in(language)).toBe(document.in(language));
      document.servedTo(asking(language, 'https://agenda.example/wp-json'));
    }
    expect(translate.mock.calls.map(([, language]) => language)).toEqual(LANGUAGES);
    // Each is a translation of the same: it has been read off the controllers once.
    expect(new Set(translate.mock.calls.map(([template]) => template)).size).toBe(1);
  });

  it('10.2 is shared by those who ask at different addresses, but for these', () => {
    const { document } = documentOfNothing();
    const [here, there] = [
      asking('ca', 'https://here.example/agenda/wp-json'),
      asking('ca', 'https://there.example/wp-json'),
    ];
    // A proxy that serves the calendar below a path takes that off, and nothing else.
    expect(document.servedTo(here).servers?.[0]?.url).toBe('https://here.example/agenda/ca/wp-json');
    expect(document.servedTo(there).servers?.[0]?.url).toBe('https://there.example/ca/wp-json');
    expect(document.in('ca').servers ?? []).toEqual([]);
    expect(document.servedTo(here).paths).toBe(document.servedTo(there).paths);
  });
});
