import { Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import type { Language } from './languages.js';
import type { Message } from '../errors/api-error.js';

/** The service's own texts, in the language asked for. */
@Injectable()
export class Messages {
  constructor(private readonly i18n: I18nService) {}

  /**
   * The text of a message.
   * @example messages.text('ca', { key: 'validation.too_long', args: { most: 500 } })
   */
  text(language: Language, { key, args }: Message): string {
    return this.i18n.translate(key, { lang: language, args: { ...args } });
  }
}
