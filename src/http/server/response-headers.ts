import { OutgoingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { SECRET_INPUTS_TOKEN, type SecretInputs } from '../../kernel/context/secret-inputs.js';
import { headersOf } from '../request/buffer-response.js';
import { allowsAnyOrigin, corsHandlers } from './cors.js';
import { securityHeaders } from './security-headers.js';

type Header = [name: string, value: NonNullable<OutgoingHttpHeaders[string]>];

/** Sets the headers that every response has: security headers, CORS, `Vary`. */
@Injectable()
export class ResponseHeaders {
  private readonly handlers: readonly RequestHandler[];
  /** The headers if they do not depend on the request: any origin may read, and the request is no preflight. */
  private readonly fixedHeaders: readonly Header[] | undefined;

  constructor(
    @Inject(CONFIGURATION) configuration: Configuration,
    @Inject(SECRET_INPUTS_TOKEN) { headers }: SecretInputs,
  ) {
    const vary = ['Accept-Language', 'Authorization', ...headers].join(', ');
    this.handlers = [securityHeaders(configuration), ...corsHandlers(configuration), varyOn(vary)];
    this.fixedHeaders = allowsAnyOrigin(configuration) ? collectHeaders(this.handlers) : undefined;
  }

  apply(request: Request, response: Response): void {
    if (!this.fixedHeaders || request.method === 'OPTIONS')
      for (const handler of this.handlers) void handler(request, response, () => undefined);
    else for (const [name, value] of this.fixedHeaders) response.setHeader(name, value);
  }
}

/** Names the request headers that every response depends on, beside those that CORS names. */
const varyOn =
  (names: string): RequestHandler =>
  (_request, response, next) => {
    response.setHeader('Vary', [response.getHeader('Vary'), names].filter(Boolean).join(', '));
    next();
  };

/** The headers that handlers set for a plain GET. */
function collectHeaders(handlers: readonly RequestHandler[]): Header[] {
  const response = new OutgoingMessage() as unknown as Response;
  for (const handler of handlers) void handler({ method: 'GET', headers: {} } as Request, response, () => undefined);
  return headersOf(response);
}
