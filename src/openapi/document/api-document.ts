import { Inject, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { addResponseExamples } from './document-examples.js';
import { documentProblems } from './document-problems.js';
import { documentServers } from './document-servers.js';
import { DocumentTranslator } from './document-translator.js';
import { DocumentScanner } from './document-scanner.js';

/** The OpenAPI document, made from the controllers that serve, in each language. */
@Injectable()
export class ApiDocument {
  private template: OpenAPIObject | undefined;
  private readonly documents = new Map<Language, OpenAPIObject>();

  constructor(
    private readonly scanner: DocumentScanner,
    private readonly translator: DocumentTranslator,
    private readonly extensions: RecordExtensions,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** The document for whoever makes a request, with the addresses that the request shows. */
  forRequest({ baseUrl, language }: Pick<RequestContext, 'baseUrl' | 'language'>): OpenAPIObject {
    const { REST_ROOT } = this.configuration;
    const negotiated = this.translator.translateMessage({ key: 'operations.servers.negotiated' }, language.requested);
    return {
      ...this.forLanguage(language.requested),
      servers: documentServers(baseUrl, REST_ROOT, language, negotiated),
    };
  }

  /** The document in a language, without `servers`. */
  forLanguage(language: Language): OpenAPIObject {
    const cached = this.documents.get(language);
    if (cached) return cached;
    this.template ??= this.scanner.scan();
    const document = this.translator.translate(this.template, language);
    documentProblems(document, this.extensions.kinds, (message) => this.translator.translateMessage(message, language));
    addResponseExamples(document);
    this.documents.set(language, document);
    return document;
  }
}
