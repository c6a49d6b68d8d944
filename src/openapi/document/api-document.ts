import { Inject, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { addExamples } from './document-examples.js';
import { explainProblems } from './document-problems.js';
import { documentServers } from './document-servers.js';
import { DocumentTexts } from './document-texts.js';
import { ScannedDocument } from './scanned-document.js';

/** The OpenAPI document, made from the controllers that serve, in each language. */
@Injectable()
export class ApiDocument {
  private template: OpenAPIObject | undefined;
  private readonly documents = new Map<Language, OpenAPIObject>();

  constructor(
    private readonly scanned: ScannedDocument,
    private readonly texts: DocumentTexts,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** The document for whoever makes a request, with the addresses that the request shows. */
  servedTo({ root, language }: Pick<RequestContext, 'root' | 'language'>): OpenAPIObject {
    const { REST_ROOT } = this.configuration;
    const negotiated = this.texts.say({ key: 'operations.servers.negotiated' }, language.asked);
    return { ...this.in(language.asked), servers: documentServers(root, REST_ROOT, language, negotiated) };
  }

  /** The document in a language, without `servers`. */
  in(language: Language): OpenAPIObject {
    const known = this.documents.get(language);
    if (known) return known;
    this.template ??= this.scanned.read();
    const document = this.texts.translate(this.template, language);
    explainProblems(document, (message) => this.texts.say(message, language));
    addExamples(document);
    this.documents.set(language, document);
    return document;
  }
}
