import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import { I18nJsonLoader, I18nModule } from 'nestjs-i18n';
import { RequestLanguageResolver } from './request-language.resolver.js';

/** The texts in `src/i18n`, for whoever injects nestjs-i18n's service. */
export function messagesModule(): DynamicModule {
  return I18nModule.forRoot({
    fallbackLanguage: 'en',
    loader: I18nJsonLoader,
    loaderOptions: { path: join(import.meta.dirname, '../../i18n'), watch: false },
    resolvers: [RequestLanguageResolver],
    disableMiddleware: true,
    logging: false,
  });
}
