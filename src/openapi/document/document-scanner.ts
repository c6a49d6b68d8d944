import { Injectable, type INestApplication } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService, HttpAdapterHost, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { Messages } from '../../kernel/language/messages.js';
import { declaredRoutes } from '../../http/routes/declared-routes.js';
import { TypedCustomFields } from '../../records/extension-points/typed-custom-fields.js';
import { RecordExtensions } from '../../records/extension-points/record-extensions.js';
import { documentRecordExtensions } from './document-record-extensions.js';
import { flattenFormExamples, normalizeExamples } from './document-examples.js';
import { tagObject, documentOutline } from './document-outline.js';
import { eachOperation } from './document-parts.js';
import { withoutClassSuffixes } from './without-class-suffixes.js';

/** The document as the controllers of the application say it, with keys in place of texts. */
@Injectable()
export class DocumentScanner {
  constructor(
    private readonly modules: ModulesContainer,
    private readonly application: ApplicationConfig,
    private readonly adapter: HttpAdapterHost,
    private readonly messages: Messages,
    private readonly extensions: RecordExtensions,
    private readonly customFields: TypedCustomFields,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  scan(): OpenAPIObject {
    const options = { extraModels: [...this.extensions.classes, ...this.customFields.classes] };
    const scanned = SwaggerModule.createDocument(this.applicationFacade(), documentOutline(), options);
    documentRecordExtensions(
      scanned,
      [...declaredRoutes(this.discovery, this.scanner)],
      this.extensions,
      this.customFields,
    );
    const document = withoutClassSuffixes(scanned);
    this.addUnlistedTags(document);
    normalizeExamples(document);
    flattenFormExamples(document);
    return document;
  }

  /** Groups that nobody has put in order come last, with texts where there are some. */
  private addUnlistedTags(document: OpenAPIObject): void {
    const usedTags = [...eachOperation(document)].flatMap(({ tags = [] }) => tags);
    const known = new Set(document.tags?.map(({ name }) => name));
    const added = [...new Set(usedTags)].filter((name) => !known.has(name));
    const hasTexts = (name: string) => this.messages.has('en', `operations.tags.${name}`);
    document.tags?.push(...added.map((name) => (hasTexts(name) ? tagObject(name) : { name })));
  }

  /** What the scanner reads of an application; a module that is mounted into another has no other way to it. */
  private applicationFacade(): INestApplication {
    const container = { getModules: () => this.modules, isGlobalModule: () => false };
    const parts = { container, config: this.application, getHttpAdapter: () => this.adapter.httpAdapter };
    return parts as unknown as INestApplication;
  }
}
