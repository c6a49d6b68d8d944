import { Injectable, type INestApplication } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, HttpAdapterHost, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Messages } from '../../kernel/language/messages.js';
import { declaredRoutes } from '../../http/routes/declared-routes.js';
import { TypedCustomFields } from '../../records/extension-points/typed-custom-fields.js';
import { Additions } from '../../records/extension-points/additions.js';
import { documentAdditions } from './document-additions.js';
import { flattenForms, placeExamples } from './document-examples.js';
import { documentedTag, documentOutline } from './document-outline.js';
import { eachOperation } from './document-parts.js';
import { withPlainNames } from './schema-names.js';

/** The document as the controllers of the application say it, with keys in place of texts. */
@Injectable()
export class ScannedDocument {
  constructor(
    private readonly modules: ModulesContainer,
    private readonly application: ApplicationConfig,
    private readonly adapter: HttpAdapterHost,
    private readonly messages: Messages,
    private readonly additions: Additions,
    private readonly customFields: TypedCustomFields,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  read(): OpenAPIObject {
    const options = { extraModels: [...this.additions.classes, ...this.customFields.classes] };
    const scanned = SwaggerModule.createDocument(this.scanned(), documentOutline(), options);
    documentAdditions(scanned, [...declaredRoutes(this.discovery, this.scanner)], this.additions, this.customFields);
    const document = withPlainNames(scanned);
    this.addTags(document);
    placeExamples(document);
    flattenForms(document);
    return document;
  }

  /** Groups that nobody has put in order come last, with texts where there are some. */
  private addTags(document: OpenAPIObject): void {
    const named = [...eachOperation(document)].flatMap(({ tags = [] }) => tags);
    const known = new Set(document.tags?.map(({ name }) => name));
    const added = [...new Set(named)].filter((name) => !known.has(name));
    const hasTexts = (name: string) => this.messages.has('en', `operations.tags.${name}`);
    document.tags?.push(...added.map((name) => (hasTexts(name) ? documentedTag(name) : { name })));
  }

  /** What the scanner reads of an application; a module that is mounted into another has no other way to it. */
  private scanned(): INestApplication {
    const container = { getModules: () => this.modules, isGlobalModule: () => false };
    const parts = { container, config: this.application, getHttpAdapter: () => this.adapter.httpAdapter };
    return parts as unknown as INestApplication;
  }
}
