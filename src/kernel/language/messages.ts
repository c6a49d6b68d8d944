import { Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import type { Language } from './languages.js';
import type { Message } from './message.js';

/** The texts of the service and its extensions, by language and key. */
@Injectable()
export class Messages {
  constructor(private readonly i18n: I18nService) {}

  /** Whether a text with this key exists in a language. */
  has(language: Language, key: string): boolean {
    const texts: unknown = this.i18n.getTranslations()[language];
    const text = key.split('.').reduce((tree, name) => (tree as Record<string, unknown> | undefined)?.[name], texts);
    return typeof text === 'string';
  }

  /**
   * The text of a message.
   * @example messages.translate('ca', { key: 'validation.too_long', args: { max: 500 } })
   */
  translate(language: Language, { key, args, next }: Message): string {
    // nestjs-i18n would also interpolate nested keys, `$t(…)`, in the values.
    const text: string = this.i18n.translate(key, { lang: language });
    const translated = interpolate(text, args, (message) => this.translate(language, message));
    return next ? `${translated} ${this.translate(language, next)}` : translated;
  }
}

/**
 * Replaces the placeholders of a text by values. A value that is a message is translated. Placeholders in values are not replaced.
 * Placeholders without a value stay.
 */
export function interpolate(text: string, args: Message['args'], translate: (message: Message) => string): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = (args?.[name] ?? placeholder) as Message | string | number;
    return typeof value === 'object' && 'key' in value ? translate(value) : String(value);
  });
}
