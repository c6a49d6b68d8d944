import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { hasSecret } from './cache-key.js';
import { isRead } from '../request/methods.js';
import { isApiRequest } from '../request/request-state.js';

/** Tells caches what they may keep: public reads, to be asked again after `HTTP_MAX_AGE` seconds; nothing that credentials or a password opened. */
@Injectable()
export class CacheControlInterceptor implements NestInterceptor {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    const maxAge = isApiRequest(request) ? this.configuration.HTTP_MAX_AGE : 0;
    const isPublic = isRead(request.method) && !hasSecret(request);
    return next.handle().pipe(
      tap(() => {
        // Files of pages have been told apart by their addresses.
        if (response.hasHeader('Cache-Control')) return;
        response.set('Cache-Control', isPublic ? `public, max-age=${maxAge}, must-revalidate` : 'no-store');
      }),
    );
  }
}
