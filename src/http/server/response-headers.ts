import { Inject, Injectable } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { SECRET_INPUTS, type SecretInputs } from '../../kernel/context/secret-inputs.js';
import { corsHandlers } from './cors.js';
import { securityHeaders } from './security-headers.js';

/** Handlers that set the headers of every response: security headers, CORS, `Vary`. */
@Injectable()
export class ResponseHeaders {
  readonly handlers: readonly RequestHandler[];

  constructor(@Inject(CONFIGURATION) configuration: Configuration, @Inject(SECRET_INPUTS) { headers }: SecretInputs) {
    const vary = ['Accept-Language', 'Authorization', ...headers].join(', ');
    this.handlers = [securityHeaders(configuration), ...corsHandlers(configuration), varyOn(vary)];
  }
}

/** Names the request headers that every response depends on, beside those that CORS names. */
const varyOn =
  (names: string): RequestHandler =>
  (_request, response, next) => {
    response.setHeader('Vary', [response.getHeader('Vary'), names].filter(Boolean).join(', '));
    next();
  };
