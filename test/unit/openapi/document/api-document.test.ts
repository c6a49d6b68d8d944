import { jest, describe, expect, it } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../../src/kernel/language/languages.js';
import { readConfiguration } from '../../../../src/kernel/config/configuration.js';
import { ApiDocument } from '../../../../src/openapi/document/api-document.js';
import type { DocumentScanner } from '../../../../src/openapi/document/document-scanner.js';
import type { RecordExtensions } from '../../../../src/records/extension-points/record-extensions.js';
import type { DocumentTranslator } from '../../../../src/openapi/document/document-translator.js';

/** A document of a service without operations, below `/wp-json`, and how often it has been translated. */
function documentOfNothing() {
  const translate = jest.fn((value: object, language: Language) => ({ ...value, language }));
  const say = () => 'Negotiated';
  const scanned = { scan: () => ({ openapi: '3.1.0', paths: {} }) } as unknown as DocumentScanner;
  const texts = { translate, translateMessage: say } as unknown as DocumentTranslator;
  const extensions = { kinds: [] } as unknown as RecordExtensions;
  const configuration = readConfiguration({ REST_ROOT: '/wp-json' });
  return { document: new ApiDocument(scanned, texts, extensions, configuration), translate };
}

const asking = (asked: Language, root: string) =>
  ({ baseUrl: root, language: { requested: asked, isExplicit: true } }) as const;

describe('the document', () => {
  it('10.2 is made once in each language, when it is first asked for', () => {
    const { document, translate } = documentOfNothing();
    expect(translate).not.toHaveBeenCalled();
    for (const language of [...LANGUAGES, ...LANGUAGES]) {
      expect(document.forLanguage(language)).toBe(document.forLanguage(language));
      document.forRequest(asking(language, 'https://agenda.example/wp-json'));
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
    expect(document.forRequest(here).servers?.[0]?.url).toBe('https://here.example/agenda/ca/wp-json');
    expect(document.forRequest(there).servers?.[0]?.url).toBe('https://there.example/ca/wp-json');
    expect(document.forLanguage('ca').servers ?? []).toEqual([]);
    expect(document.forRequest(here).paths).toBe(document.forRequest(there).paths);
  });
});
