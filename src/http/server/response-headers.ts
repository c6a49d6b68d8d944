import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { SECRET_INPUTS_TOKEN, type SecretInputs } from '../../kernel/context/secret-inputs.js';
import { DOCUMENTED_HEADERS } from '../routes/operation-docs.js';

/** A response is data: it loads nothing and is never framed. Pages of the documentation have their own policy. */
const SECURITY_HEADERS = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Every header that the service sends, except those of the connection. Scripts of other sites may read them. */
const EXPOSED_HEADERS = [
  ...Object.keys(DOCUMENTED_HEADERS),
  ...Object.keys(SECURITY_HEADERS),
  'Allow',
  'Cache-Control',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'Cross-Origin-Resource-Policy',
  'Date',
  'Vary',
]
  .toSorted()
  .join(', ');

/** Methods for paths without a route. `RoutingMiddleware` replaces them by those of the route. */
const DEFAULT_PREFLIGHT_METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE';

/** The longest time for which Chromium caches the result of a preflight, in seconds. */
const PREFLIGHT_MAX_AGE_SECONDS = 7200;

/** Sets the headers that every response has: security headers, `Vary`, and CORS without credentials. */
@Injectable()
export class ResponseHeaders {
  private readonly origins: ReadonlySet<string>;
  private readonly headers: Map<string, string>;

  constructor(
    @Inject(CONFIGURATION_TOKEN) { CORS_ORIGINS }: Configuration,
    @Inject(SECRET_INPUTS_TOKEN) { headers: secretHeaders }: SecretInputs,
  ) {
    this.origins = new Set(CORS_ORIGINS.split(',').map((origin) => origin.trim()));
    const allowsAnyOrigin = this.origins.has('*');
    const vary = ['Accept-Language', 'Authorization', ...secretHeaders];
    this.headers = new Map([
      ...Object.entries(SECURITY_HEADERS),
      ['Cross-Origin-Resource-Policy', allowsAnyOrigin ? 'cross-origin' : 'same-origin'],
      ['Vary', (allowsAnyOrigin ? vary : ['Origin', ...vary]).join(', ')],
    ]);
  }

  apply(request: Request, response: Response): void {
    response.setHeaders(this.headers);
    const origin = this.origins.has('*') ? '*' : (request.headers.origin ?? '');
    if (!this.origins.has(origin)) return;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    if (request.method === 'OPTIONS') allowPreflight(request, response);
  }
}

/** Allows every header that the preflight names. @see https://fetch.spec.whatwg.org/#http-cors-protocol */
function allowPreflight({ headers }: Request, response: Response): void {
  const requested = headers['access-control-request-headers'];
  response.setHeader('Access-Control-Allow-Methods', DEFAULT_PREFLIGHT_METHODS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_MAX_AGE_SECONDS);
  if (requested) response.setHeader('Access-Control-Allow-Headers', requested);
  response.vary('Access-Control-Request-Headers');
}
