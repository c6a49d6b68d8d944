import { Injectable, type INestApplication } from '@nestjs/common';
import { ApplicationConfig, ModulesContainer } from '@nestjs/core';
import { SwaggerModule } from '@nestjs/swagger';
import { extensionError } from '../../kernel/errors/setup-error.js';
import { LANGUAGES } from '../../kernel/language/languages.js';
import { Messages } from '../../kernel/language/messages.js';
import { shareLanguageSchema, shareParameters, withoutClassSuffixes } from './document-components.js';
import { addResponseExamples, flattenFormExamples, normalizeExamples } from './document-examples.js';
import { buildBaseDocument, tagObject } from './base-document.js';
import { operationsIn, type DocumentObject } from './document-parts.js';
import { addProblemDocs } from './document-problems.js';
import { RecordExtensionDocumenter } from './record-extension-documenter.js';
import { textKeysIn } from './document-texts.js';

/** The OpenAPI document with text keys in place of texts, generated from the controllers when it is first needed. */
@Injectable()
export class DocumentTemplate {
  private template: DocumentObject | undefined;

  constructor(
    private readonly modules: ModulesContainer,
    private readonly application: ApplicationConfig,
    private readonly extensions: RecordExtensionDocumenter,
    private readonly messages: Messages,
  ) {}

  get document(): DocumentObject {
    return (this.template ??= this.build());
  }

  /** @throws {SetupError} if the document names texts that do not exist: it would show their keys */
  assertTextsExist(): void {
    const issues = [...textKeysIn(this.document)].flatMap((subject) => {
      const missing = LANGUAGES.filter((language) => !this.messages.has(language, subject));
      const text = `is a text of the API document without a translation in ${missing.join(', ')}. Add it to the messages of the extension.`;
      return missing.length > 0 ? [{ subject, text }] : [];
    });
    if (issues.length > 0) throw extensionError(issues);
  }

  private build(): DocumentObject {
    // Cloned, because the scanner returns metadata objects that other applications of the process share.
    const scanned = structuredClone(this.scan());
    this.extensions.addTo(scanned);
    shareLanguageSchema(scanned);
    const document = withoutClassSuffixes(scanned);
    this.addUnlistedTags(document);
    normalizeExamples(document);
    flattenFormExamples(document);
    addProblemDocs(document, this.extensions.allKinds);
    addResponseExamples(document);
    shareParameters(document);
    return document;
  }

  private scan(): DocumentObject {
    // A provider cannot inject its application. These are the parts that the scanner reads.
    const application = {
      container: { getModules: () => this.modules },
      config: this.application,
      getHttpAdapter: () => ({ getType: () => 'express' }),
    } as unknown as INestApplication;
    const extraModels = this.extensions.classes;
    const { components, ...document } = SwaggerModule.createDocument(application, buildBaseDocument(), { extraModels });
    const added = { parameters: {}, responses: {}, examples: {} };
    return { ...document, components: { ...components, ...added } } as unknown as DocumentObject;
  }

  /** Tags of extensions come last, with texts if the extension has some. */
  private addUnlistedTags(document: DocumentObject): void {
    const known = new Set(document.tags?.map(({ name }) => name));
    const used = new Set(operationsIn(document).flatMap(({ tags = [] }) => tags));
    const added = [...used].filter((name) => !known.has(name));
    const hasTexts = (name: string) => this.messages.has('en', `operations.tags.${name}`);
    document.tags?.push(...added.map((name) => (hasTexts(name) ? tagObject(name) : { name })));
  }
}
