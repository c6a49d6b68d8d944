import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { I18nResolver } from 'nestjs-i18n';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { requestLanguageOf } from '../request/resolve-language.js';

/**
 * Resolver of nestjs-i18n. Its middleware calls it for every request, after the body is parsed and before the guards. The precedence is
 * decided by `resolveLanguage` in `http/request/resolve-language.ts`.
 */
@Injectable()
export class RequestLanguageResolver implements I18nResolver {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  resolve(execution: ExecutionContext): string {
    return requestLanguageOf(execution.switchToHttp().getRequest<Request>(), this.configuration.DEFAULT_LANGUAGE)
      .requested;
  }
}
