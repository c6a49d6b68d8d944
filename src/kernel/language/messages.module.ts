import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import { I18nJsonLoader, I18nModule, type I18nOptionResolver, type I18nTranslation } from 'nestjs-i18n';
import { LANGUAGES, type Language } from './languages.js';

/** Where the texts of the service are. */
export const MESSAGES_DIR = join(import.meta.dirname, '../../i18n');

/** Texts of others by language and key, such as `fields.speaker.name`. */
type ExtraMessages = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;

/** Outside an HTTP application no request names a language. Without any resolver nestjs-i18n writes to stdout. */
const NULL_RESOLVER = { resolve: () => undefined };

/**
 * The texts in `src/i18n`, and those of extensions, for nestjs-i18n's service.
 * @param resolvers tell nestjs-i18n the language of a request; none outside an HTTP application
 */
export function messagesModule(
  extra: ExtraMessages = {},
  resolvers: I18nOptionResolver[] = [NULL_RESOLVER],
): DynamicModule {
  class Loader extends I18nJsonLoader {
    override async load(): Promise<I18nTranslation> {
      const own = (await super.load()) as I18nTranslation;
      for (const language of LANGUAGES) {
        for (const [key, text] of Object.entries(extra[language] ?? {})) setNested(own[language], key.split('.'), text);
      }
      return own;
    }
  }
  return I18nModule.forRoot({
    fallbackLanguage: 'en',
    loader: Loader,
    loaderOptions: { path: MESSAGES_DIR, watch: false },
    resolvers,
    disableMiddleware: true,
    logging: false,
  });
}

/** Puts a text to the others, which have no such key. */
function setNested(texts: unknown, [name = '', ...rest]: readonly string[], text: string): void {
  const tree = texts as Record<string, unknown>;
  if (rest.length > 0) setNested((tree[name] ??= {}), rest, text);
  else tree[name] = text;
}
