import { Injectable, type INestApplication } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { LANGUAGES, type Language } from '../common/language/languages.js';
import { Messages } from '../common/language/messages.js';

/** Keys of texts as decorators carry them; anything else is left as it is. */
const TEXT_KEY = /^(fields|operations)(\.\w+)+$/;

/** What texts may have placeholders for: the languages of the service, each called by its own name, and their segments. */
const ARGUMENTS = {
  languages: LANGUAGES.map((language) => `${ownName(language)} (\`${language}\`)`).join(', '),
  segments: LANGUAGES.map((language) => `\`/${language}\``).join(', '),
};

/** Puts texts into a document in place of their keys. */
@Injectable()
export class DocumentTexts {
  constructor(private readonly messages: Messages) {}

  translate(value: unknown, language: Language): unknown {
    if (typeof value === 'string') return TEXT_KEY.test(value) ? this.text(value, language) : value;
    if (Array.isArray(value)) return value.map((each) => this.translate(each, language));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.translate(member, language)]));
  }

  private text(key: string, language: Language): string {
    return this.messages.text(language, { key, args: ARGUMENTS });
  }
}

/** The OpenAPI document, made from the controllers that serve, in each language. */
@Injectable()
export class ApiDocument {
  private template: OpenAPIObject | undefined;
  private readonly translated = new Map<Language, OpenAPIObject>();

  constructor(
    private readonly modules: ModulesContainer,
    private readonly application: ApplicationConfig,
    private readonly adapter: HttpAdapterHost,
    private readonly texts: DocumentTexts,
  ) {}

  /** The document in a language, without `servers`. */
  in(language: Language): OpenAPIObject {
    const known = this.translated.get(language);
    if (known) return known;
    this.template ??= SwaggerModule.createDocument(this.scanned(), outline());
    const document = this.texts.translate(this.template, language) as OpenAPIObject;
    this.translated.set(language, document);
    return document;
  }

  /** What the scanner reads of an application; a module that is mounted into another has no other way to it. */
  private scanned(): INestApplication {
    const container = { getModules: () => this.modules, isGlobalModule: () => false };
    const parts = { container, config: this.application, getHttpAdapter: () => this.adapter.httpAdapter };
    return parts as unknown as INestApplication;
  }
}

const TAGS = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'me',
  'users',
  'tokens',
  'audit',
  'description',
] as const;

function outline() {
  const builder = new DocumentBuilder();
  for (const tag of TAGS) builder.addTag(tag, `operations.tags.${tag}`);
  return builder
    .setOpenAPIVersion('3.1.0')
    .setTitle('operations.document.title')
    .setDescription('operations.document.description')
    .setVersion('1')
    .addBearerAuth()
    .addBasicAuth()
    .build();
}

/** What a language is called in itself, by CLDR: `català`. */
function ownName(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}
