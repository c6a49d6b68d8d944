import { vi, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../../src/kernel/language/languages.js';
import type { Messages } from '../../../../src/kernel/language/messages.js';
import { readConfiguration } from '../../../../src/kernel/config/configuration.js';
import { ApiDocument } from '../../../../src/openapi/document/api-document.js';
import type { DocumentTemplate } from '../../../../src/openapi/document/document-template.js';

/** A document with a title and no operations, of a service below `/wp-json`. */
function documentWithTitle() {
  const translate = vi.fn((language: Language, { key }: { key: string }) => `${key} in ${language}`);
  const document = { info: { title: 'operations.document.title' }, paths: {}, components: { parameters: {} } };
  const template = { document };
  const configuration = readConfiguration({ REST_ROOT: '/wp-json' });
  return {
    document: new ApiDocument(
      template as unknown as DocumentTemplate,
      { translate } as unknown as Messages,
      configuration,
    ),
    translate,
  };
}

describe('API document', () => {
  it('is translated once per language, at the first request in that language (10.2)', () => {
    const { document, translate } = documentWithTitle();
    expect(translate).not.toHaveBeenCalled();
    for (const language of [...LANGUAGES, ...LANGUAGES]) {
      expect(document.forLanguage(language)).toBe(document.forLanguage(language));
      expect(document.forLanguage(language).info.title).toBe(`operations.document.title in ${language}`);
    }
    expect(translate.mock.calls.map(([language]) => language)).toEqual(LANGUAGES);
  });
});
