import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import { I18nJsonLoader, I18nModule, type I18nOptionResolver } from 'nestjs-i18n';

/** Folder with the texts of the service: `<language>/<file>.json`. */
export const MESSAGES_DIR = join(import.meta.dirname, '../../i18n');

/** For applications without HTTP. nestjs-i18n writes to stdout if it has no resolver. */
const NULL_RESOLVER = { resolve: () => undefined };

/**
 * Loads the texts of the service and of extensions into nestjs-i18n.
 * @param extensionFolders folders with the layout of {@link MESSAGES_DIR}
 * @param resolvers determine the language of a request
 */
export function messagesModule(
  extensionFolders: readonly string[] = [],
  resolvers: I18nOptionResolver[] = [NULL_RESOLVER],
): DynamicModule {
  return I18nModule.forRoot({
    fallbackLanguage: 'en',
    loaders: [MESSAGES_DIR, ...extensionFolders].map((path) => new I18nJsonLoader({ path, watch: false })),
    resolvers,
    logging: false,
  });
}
