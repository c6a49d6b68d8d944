import { Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import type { Language } from './languages.js';
import type { Message } from './message.js';
import { interpolate } from './interpolate.js';

/** The service's own texts, in the language asked for. */
@Injectable()
export class Messages {
  constructor(private readonly i18n: I18nService) {}

  /** Whether there is a text of this key in a language. */
  has(language: Language, key: string): boolean {
    const texts: unknown = this.i18n.getTranslations()[language];
    const text = key.split('.').reduce((tree, name) => (tree as Record<string, unknown> | undefined)?.[name], texts);
    return typeof text === 'string';
  }

  /**
   * The text of a message.
   * @example messages.translate('ca', { key: 'validation.too_long', args: { max: 500 } })
   */
  translate(language: Language, { key, args }: Message): string {
    // nestjs-i18n would look for nested keys, `$t(…)`, in the values too.
    return interpolate(this.i18n.translate(key, { lang: language }), args, (message) =>
      this.translate(language, message),
    );
  }
}
