import { jest, describe, expect, it } from '@jest/globals';
import { ApplicationConfig, ModulesContainer, type HttpAdapterHost } from '@nestjs/core';
import { LANGUAGES, type Language } from '../../../../src/common/language/languages.js';
import { ApiDocument } from '../../../../src/description/document/api-document.js';
import type { DocumentTexts } from '../../../../src/description/document/document-texts.js';

/** A document of a service without operations, and how often it has been translated. */
function documentOfNothing() {
  const translate = jest.fn((value: object, language: Language) => ({ ...value, language }));
  const say = () => 'Negotiated';
  const adapter = { httpAdapter: { getType: () => 'express' } } as unknown as HttpAdapterHost;
  const texts = { translate, say } as unknown as DocumentTexts;
  return { document: new ApiDocument(new ModulesContainer(), new ApplicationConfig(), adapter, texts), translate };
}

const asking = (asked: Language, root: string) => ({ root, language: { asked, named: true } }) as const;

describe('the document', () => {
  it('10.2 is made once in each language, when it is first asked for', () => {
    const { document, translate } = documentOfNothing();
    expect(translate).not.toHaveBeenCalled();
    for (const language of [...LANGUAGES, ...LANGUAGES]) {
      expect(document.in(language)).toBe(document.in(language));
      document.servedTo(asking(language, 'https://agenda.example'));
    }
    expect(translate.mock.calls.map(([, language]) => language)).toEqual(LANGUAGES);
    // Each is a translation of the same: it has been read off the controllers once.
    expect(new Set(translate.mock.calls.map(([template]) => template)).size).toBe(1);
  });

  it('10.2 is shared by those who ask at different addresses, but for these', () => {
    const { document } = documentOfNothing();
    const [here, there] = [asking('ca', 'https://here.example'), asking('ca', 'https://there.example/wp-json')];
    expect(document.servedTo(here).servers?.[0]?.url).toBe('https://here.example/ca');
    expect(document.servedTo(there).servers?.[0]?.url).toBe('https://there.example/ca/wp-json');
    expect(document.in('ca').servers ?? []).toEqual([]);
    expect(document.servedTo(here).paths).toBe(document.servedTo(there).paths);
  });
});
