import { ExpressAdapter } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Configuration } from '../../kernel/config/configuration.js';
import { DOCUMENTED_HEADERS } from '../routes/operation-docs.js';

/** Headers of answers that need no explanation in the API document. */
const GENERAL_HEADERS = [
  'Allow',
  'Cache-Control',
  'Content-Encoding',
  'Content-Length',
  'Content-Security-Policy',
  'Content-Type',
  'Cross-Origin-Resource-Policy',
  'Date',
  'Referrer-Policy',
  'Vary',
  'X-Content-Type-Options',
  'X-Frame-Options',
] as const;

/** Every header that we send: what is documented, and what needs no explanation. Those of the connection are the business of proxies. */
const EXPOSED_HEADERS = [...Object.keys(DOCUMENTED_HEADERS), ...GENERAL_HEADERS].toSorted().join(', ');

/** Seconds for which a browser need not ask again what it may send; Chromium remembers no longer. */
const PREFLIGHT_MAX_AGE_SECONDS = 7200;

const originsOf = ({ CORS_ORIGINS }: Configuration): readonly string[] =>
  CORS_ORIGINS.split(',').map((origin) => origin.trim());

/** Whether scripts of any site may read the answers. */
export const allowsAnyOrigin = (configuration: Configuration): boolean => originsOf(configuration).includes('*');

/**
 * Tells browsers whose scripts may read the answers (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol), never with what a
 * browser remembers. Others are told nothing. The address middleware answers OPTIONS: it knows the methods of a path, and that there
 * is such a path. They ask nothing of Express, and answer at once: Node may find out a moment later that the body cannot be read.
 */
export function corsHandlers(configuration: Configuration): RequestHandler[] {
  const handlers: RequestHandler[] = [];
  // A router would leave it to the next turn to go on.
  const adapter = new ExpressAdapter({ use: (handler: RequestHandler) => void handlers.push(handler) });
  const common = { exposedHeaders: EXPOSED_HEADERS, maxAge: PREFLIGHT_MAX_AGE_SECONDS, preflightContinue: true };
  if (allowsAnyOrigin(configuration)) {
    adapter.enableCors({ ...common, origin: '*' });
    return handlers;
  }
  const origins = new Set(originsOf(configuration));
  adapter.use((_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Vary', 'Origin');
    next();
  });
  adapter.enableCors((request: Request, use: (error: null, options: object) => void) => {
    const { origin = '' } = request.headers;
    use(null, { ...common, origin: origins.has(origin) && origin });
  });
  return handlers;
}
