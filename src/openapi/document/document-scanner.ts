import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Messages } from '../../kernel/language/messages.js';
import { documentAuditedKinds } from './document-audited-kinds.js';
import { flattenFormExamples, normalizeExamples } from './document-examples.js';
import { tagObject } from './document-outline.js';
import { eachOperation } from './document-parts.js';
import { DocumentRecordExtensions } from './document-record-extensions.js';
import { SwaggerScanner } from './swagger-scanner.js';
import { withoutClassSuffixes } from './without-class-suffixes.js';

/** Builds the OpenAPI document from the controllers, with message keys in place of texts. */
@Injectable()
export class DocumentScanner {
  constructor(
    private readonly swagger: SwaggerScanner,
    private readonly messages: Messages,
    private readonly extensions: DocumentRecordExtensions,
  ) {}

  scan(): OpenAPIObject {
    // The scanner hands out parts of what the decorators declare, which other applications read too.
    const scanned = structuredClone(this.swagger.scan(this.extensions.classes));
    this.extensions.addTo(scanned);
    documentAuditedKinds(scanned, this.extensions.kinds);
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
}
