import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { I18nResolver } from 'nestjs-i18n';
import { stateOf } from '../request/request-state.js';

/** Tells nestjs-i18n the language that was resolved for the request, for modules that use its own context. */
export class RequestLanguageResolver implements I18nResolver {
  resolve(execution: ExecutionContext): string | undefined {
    return stateOf(execution.switchToHttp().getRequest<Request>()).language?.requested;
  }
}
