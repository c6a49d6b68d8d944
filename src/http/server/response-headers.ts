import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { SECRET_INPUTS_TOKEN, type SecretInputs } from '../../kernel/context/secret-inputs.js';
import { DOCUMENTED_HEADERS } from '../routes/operation-docs.js';

/** A response is data: it loads nothing and is never framed. HTML pages replace the policy. */
const SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Every header that the service sends, except those of CORS and of the connection. Scripts of allowed origins may read them. */
const EXPOSED_HEADERS = [
  ...Object.keys(DOCUMENTED_HEADERS),
  ...Object.keys(SECURITY_HEADERS),
  'Allow',
  'Cache-Control',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'Date',
  'Vary',
]
  .toSorted()
  .join(', ');

/** Methods for paths without a route. `RoutingMiddleware` replaces them by those of the route. */
const DEFAULT_PREFLIGHT_METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE';

/** The longest time for which Chromium caches the result of a preflight, in seconds. */
const PREFLIGHT_MAX_AGE_SECONDS = 7200;

/** Sets the headers that every response has: security headers, CORS without credentials, and `Vary`. */
@Injectable()
export class ResponseHeaders {
  private readonly origins: ReadonlySet<string>;
  private readonly allowsAnyOrigin: boolean;
  private readonly securityHeaders: Map<string, string>;
  private readonly vary: string;
  private readonly preflightVary: string;

  constructor(
    @Inject(CONFIGURATION_TOKEN) { CORS_ORIGINS }: Configuration,
    @Inject(SECRET_INPUTS_TOKEN) { headers: secretHeaders }: SecretInputs,
  ) {
    this.origins = new Set(CORS_ORIGINS.split(',').map((origin) => origin.trim()));
    this.allowsAnyOrigin = this.origins.has('*');
    this.securityHeaders = new Map(Object.entries(SECURITY_HEADERS));
    if (this.allowsAnyOrigin) this.securityHeaders.set('Cross-Origin-Resource-Policy', 'cross-origin');
    const origin = this.allowsAnyOrigin ? [] : ['Origin'];
    const inputHeaders = ['Accept-Language', 'Authorization', ...secretHeaders];
    this.vary = [...origin, ...inputHeaders].join(', ');
    this.preflightVary = [...origin, 'Access-Control-Request-Headers', ...inputHeaders].join(', ');
  }

  apply(request: Request, response: Response): void {
    response.setHeaders(this.securityHeaders);
    const origin = this.allowsAnyOrigin ? '*' : (request.headers.origin ?? '');
    const isAllowed = this.origins.has(origin);
    const isPreflight = isAllowed && request.method === 'OPTIONS';
    if (isAllowed) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    }
    if (isPreflight) allowPreflight(request, response);
    response.setHeader('Vary', isPreflight ? this.preflightVary : this.vary);
  }
}

/** Allows every header that the preflight names. @see https://fetch.spec.whatwg.org/#http-cors-protocol */
function allowPreflight({ headers }: Request, response: Response): void {
  const requested = headers['access-control-request-headers'];
  response.setHeader('Access-Control-Allow-Methods', DEFAULT_PREFLIGHT_METHODS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_MAX_AGE_SECONDS);
  if (requested) response.setHeader('Access-Control-Allow-Headers', requested);
}
