import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { rootUrlOf, type RequestContext } from '../../kernel/context/request-context.js';
import { capitalizedNativeName, LANGUAGES, listLanguages, type Language } from '../../kernel/language/languages.js';
import { Messages } from '../../kernel/language/messages.js';
import { MESSAGES_DIR } from '../../kernel/language/messages.module.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import type { DocumentObject } from './document-parts.js';
import { ERROR_EXAMPLE_ARGUMENTS } from './document-problems.js';
import { DocumentTemplate } from './document-template.js';
import { replaceTextKeys } from './document-texts.js';

const TEXT_ARGUMENTS = {
  ...ERROR_EXAMPLE_ARGUMENTS,
  segments: LANGUAGES.map((language) => `\`/${language}\``).join(', '),
  values: LANGUAGES.join(', '),
};

/** The OpenAPI document in each language, created when it is first requested. */
@Injectable()
export class ApiDocument {
  private readonly documents = new Map<Language, DocumentObject>();

  constructor(
    private readonly template: DocumentTemplate,
    private readonly messages: Messages,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** The document with the `servers` of a request. */
  forRequest(context: Pick<RequestContext, 'baseUrl' | 'language'>): DocumentObject {
    return { ...this.forLanguage(context.language.requested), servers: this.servers(context) };
  }

  /** The document in a language, without `servers`. */
  forLanguage(language: Language): DocumentObject {
    const cached = this.documents.get(language);
    if (cached) return cached;
    const args = { ...TEXT_ARGUMENTS, languages: listLanguages(language) };
    const document = replaceTextKeys(this.template.document, (key, fixedLanguage) =>
      this.messages.translate(fixedLanguage ?? language, { key, args }),
    );
    const ifMatch = document.components.parameters['If-Match'];
    if (ifMatch) ifMatch.required = this.configuration.REQUIRE_IF_MATCH;
    document.info.description += `\n\n${readGuides(language)}`;
    this.documents.set(language, document);
    return document;
  }

  /**
   * The URL without a language segment, and one with the segment of each language. Clients use the first by default: it
   * responds in the language of the document.
   */
  private servers(context: Pick<RequestContext, 'baseUrl' | 'language'>): OpenAPIObject['servers'] {
    const { requested, isExplicit } = context.language;
    const { REST_ROOT } = this.configuration;
    const root = rootUrlOf(context, this.configuration);
    const server = (each: Language) => ({
      url: `${root}/${each}${REST_ROOT}`,
      description: capitalizedNativeName(each),
    });
    const description = this.messages.translate(requested, { key: 'operations.servers.negotiated' });
    const negotiated = { url: context.baseUrl, description };
    if (!isExplicit) return [negotiated, ...LANGUAGES.map(server)];
    return [server(requested), ...LANGUAGES.filter((each) => each !== requested).map(server), negotiated];
  }
}

/** The guides for users of the API, in Markdown. A heading begins each. The page `/docs` shows them one by one. */
const readGuides = (language: Language): string => readFileSync(join(MESSAGES_DIR, language, 'guides.md'), 'utf8');
