import { Injectable, type INestApplication } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Language } from '../../common/language/languages.js';
import type { RequestContext } from '../../common/http/request-context.js';
import { addExamples, flattenForms, placeExamples } from './document-examples.js';
import { documentOutline } from './document-outline.js';
import { explainProblems } from './document-problems.js';
import { documentServers } from './document-servers.js';
import { DocumentTexts } from './document-texts.js';
import { withPlainNames } from './schema-names.js';

/** The OpenAPI document, made from the controllers that serve, in each language. */
@Injectable()
export class ApiDocument {
  private template: OpenAPIObject | undefined;
  private readonly documents = new Map<Language, OpenAPIObject>();

  constructor(
    private readonly modules: ModulesContainer,
    private readonly application: ApplicationConfig,
    private readonly adapter: HttpAdapterHost,
    private readonly texts: DocumentTexts,
  ) {}

  /** The document for whoever makes a request, with the addresses that the request shows. */
  servedTo(context: Pick<RequestContext, 'root' | 'language'>): OpenAPIObject {
    const { asked } = context.language;
    const negotiated = this.texts.say({ key: 'operations.servers.negotiated' }, asked);
    return { ...this.in(asked), servers: documentServers(context, negotiated) };
  }

  /** The document in a language, without `servers`. */
  in(language: Language): OpenAPIObject {
    const known = this.documents.get(language);
    if (known) return known;
    this.template ??= this.read();
    const document = this.texts.translate(this.template, language);
    explainProblems(document, (message) => this.texts.say(message, language));
    addExamples(document);
    this.documents.set(language, document);
    return document;
  }

  /** The document as the controllers say it, with keys in place of texts. */
  private read(): OpenAPIObject {
    const document = withPlainNames(SwaggerModule.createDocument(this.scanned(), documentOutline()));
    placeExamples(document);
    flattenForms(document);
    return document;
  }

  /** What the scanner reads of an application; a module that is mounted into another has no other way to it. */
  private scanned(): INestApplication {
    const container = { getModules: () => this.modules, isGlobalModule: () => false };
    const parts = { container, config: this.application, getHttpAdapter: () => this.adapter.httpAdapter };
    return parts as unknown as INestApplication;
  }
}
