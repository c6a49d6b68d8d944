import { Injectable } from '@nestjs/common';
import type { Message } from '../../kernel/language/message.js';
import { nativeName } from '../../kernel/language/language-name.js';
import { LANGUAGES, type Language } from '../../kernel/language/languages.js';
import { Messages } from '../../kernel/language/messages.js';

/** Keys of texts as decorators carry them, or `ca:` and one for what is Catalan in any language; anything else is left as it is. */
const TEXT_KEY_PATTERN = new RegExp(
  String.raw`^(?:(${LANGUAGES.join('|')}):)?((?:fields|operations|examples|errors|validation)(?:\.\w+)+)$`,
);

/** What texts may have placeholders for: the languages of the service, each called by its own name, and their segments. */
const TEXT_ARGUMENTS = {
  languages: LANGUAGES.map((language) => `${nativeName(language)} (\`${language}\`)`).join(', '),
  segments: LANGUAGES.map((language) => `\`/${language}\``).join(', '),
};

/** Puts texts into a document in place of their keys. */
@Injectable()
export class DocumentTranslator {
  constructor(private readonly messages: Messages) {}

  translate<Part>(value: Part, language: Language): Part {
    return this.translateValue(value, language) as Part;
  }

  /** A text of the service, such as that of an error. */
  translateMessage(message: Message, language: Language): string {
    return this.messages.translate(language, message);
  }

  private translateValue(value: unknown, language: Language): unknown {
    if (typeof value === 'string') return this.translateText(value, language);
    if (Array.isArray(value)) return value.map((each) => this.translateValue(each, language));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, this.translateValue(member, language)]),
    );
  }

  private translateText(value: string, language: Language): string {
    const [, fixedLanguage, key] = TEXT_KEY_PATTERN.exec(value) ?? [];
    return key === undefined
      ? value
      : this.messages.translate((fixedLanguage as Language) ?? language, { key, args: TEXT_ARGUMENTS });
  }
}

/** The key that a part of a document is, where it is one. */
export const textKeyOf = (value: string): string | undefined => TEXT_KEY_PATTERN.exec(value)?.[2];
