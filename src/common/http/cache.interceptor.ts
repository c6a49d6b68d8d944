import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { bringsSecret } from '../cache/cache-key.js';

/** Tells caches what they may keep: public reads, to be asked again each time; nothing that credentials or a password opened. */
@Injectable()
export class CacheInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    const isPublic = ['GET', 'HEAD'].includes(request.method) && !bringsSecret(request);
    return next.handle().pipe(
      tap(() => {
        // Files of pages have been told apart by their addresses.
        if (response.hasHeader('Cache-Control')) return;
        response.set('Cache-Control', isPublic ? 'public, max-age=0, must-revalidate' : 'no-store');
      }),
    );
  }
}
