import { Injectable } from '@nestjs/common';
import type { Message } from '../../kernel/language/message.js';
import { ownName } from '../../kernel/language/language-name.js';
import { LANGUAGES, type Language } from '../../kernel/language/languages.js';
import { Messages } from '../../kernel/language/messages.js';

/** Keys of texts as decorators carry them, or `ca:` and one for what is Catalan in any language; anything else is left as it is. */
const TEXT_KEY = new RegExp(
  String.raw`^(?:(${LANGUAGES.join('|')}):)?((?:fields|operations|examples|errors|validation)(?:\.\w+)+)$`,
);

/** What texts may have placeholders for: the languages of the service, each called by its own name, and their segments. */
const ARGUMENTS = {
  languages: LANGUAGES.map((language) => `${ownName(language)} (\`${language}\`)`).join(', '),
  segments: LANGUAGES.map((language) => `\`/${language}\``).join(', '),
};

/** Puts texts into a document in place of their keys. */
@Injectable()
export class DocumentTexts {
  constructor(private readonly messages: Messages) {}

  translate<Part>(value: Part, language: Language): Part {
    return this.translated(value, language) as Part;
  }

  /** A text of the service, such as that of an error. */
  say(message: Message, language: Language): string {
    return this.messages.text(language, message);
  }

  private translated(value: unknown, language: Language): unknown {
    if (typeof value === 'string') return this.text(value, language);
    if (Array.isArray(value)) return value.map((each) => this.translated(each, language));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.translated(member, language)]));
  }

  private text(value: string, language: Language): string {
    const [, own, key] = TEXT_KEY.exec(value) ?? [];
    return key === undefined ? value : this.messages.text((own as Language) ?? language, { key, args: ARGUMENTS });
  }
}

/** The key that a part of a document is, where it is one. */
export const keyOf = (value: string): string | undefined => TEXT_KEY.exec(value)?.[2];
