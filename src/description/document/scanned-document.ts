import { Injectable, type INestApplication } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { flattenForms, placeExamples } from './document-examples.js';
import { documentOutline } from './document-outline.js';
import { withPlainNames } from './schema-names.js';

/** The document as the controllers of the application say it, with keys in place of texts. */
@Injectable()
export class ScannedDocument {
  constructor(
    private readonly modules: ModulesContainer,
    private readonly application: ApplicationConfig,
    private readonly adapter: HttpAdapterHost,
  ) {}

  read(): OpenAPIObject {
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
