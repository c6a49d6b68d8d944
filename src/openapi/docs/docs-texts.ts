import { Injectable } from '@nestjs/common';
import type { Language } from '../../kernel/language/languages.js';
import { Messages } from '../../kernel/language/messages.js';
import type { PageTexts } from './docs-page.js';
import { SWAGGER_UI_NAMES, SWAGGER_UI_PATTERNS, SWAGGER_UI_TEXTS } from './swagger-ui-texts.js';

/** The texts of the page of the documentation. */
@Injectable()
export class DocsTexts {
  constructor(private readonly messages: Messages) {}

  /** What the page says itself. */
  pageTexts(language: Language): PageTexts {
    const text = (key: string) => this.messages.translate(language, { key });
    return {
      documentation: text('docs.page.documentation'),
      skip: text('docs.page.skip'),
      first: text('docs.page.first'),
      languages: text('docs.page.languages'),
      theme: text('docs.page.theme'),
      system: text('docs.page.system'),
      light: text('docs.page.light'),
      dark: text('docs.page.dark'),
      document: text('docs.page.document'),
      script: text('docs.messages.script'),
    };
  }

  /** What Swagger UI says in English, and how a language says it; names for what Swagger UI leaves nameless. */
  translation(language: Language): object {
    const translated = (table: Readonly<Record<string, string>>) =>
      Object.entries(table).map(([english, key]) => [english, this.messages.translate(language, { key })]);
    return {
      texts: Object.fromEntries(translated(SWAGGER_UI_TEXTS)),
      patterns: translated(SWAGGER_UI_PATTERNS),
      names: Object.fromEntries(translated(SWAGGER_UI_NAMES)),
    };
  }
}
