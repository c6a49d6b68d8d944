import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { stateOf } from '../request/request-state.js';

/** Says in every answer which language was served: of the record where there is one, else the one asked for. */
@Injectable()
export class LanguageInterceptor implements NestInterceptor {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    const requested = stateOf(request).language?.requested ?? this.configuration.DEFAULT_LANGUAGE;
    return next.handle().pipe(
      tap((body) => {
        const record = servedRecord(body);
        response.set('Content-Language', record?.ml_language ?? requested);
        if (record) response.set('Content-Location', `${record.rest_url}?ml_language=${record.ml_language}`);
        if (response.statusCode === 201 && hasRestUrl(body)) response.set('Location', body.rest_url);
      }),
    );
  }
}

function servedRecord(body: unknown): { rest_url: string; ml_language: string } | undefined {
  const isRecord = hasRestUrl(body) && 'ml_language' in body;
  return isRecord ? (body as { rest_url: string; ml_language: string }) : undefined;
}

function hasRestUrl(body: unknown): body is { rest_url: string } {
  return body !== null && typeof body === 'object' && 'rest_url' in body;
}
