import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { CONFIGURATION, type Configuration } from '../../config/configuration.js';
import { ApiError, parameterError } from '../errors/api-error.js';
import { asLanguage, type Language } from '../language/languages.js';
import { languageSources, resolveLanguage } from '../language/resolve-language.js';
import { factsOf } from './request-context.js';
import { RouteTable } from './route-table.js';
import { requestRoot } from './request-root.js';

/** Longest address, in bytes (RFC 9110 asks for at least 8,000). */
const LONGEST_URL = 8192;

/**
 * The first to see a request: names it, resolves its language, takes language segment, REST root and trailing slash off
 * the path, and refuses what no route serves, before anything is read or looked up.
 */
@Injectable()
export class AddressMiddleware implements NestMiddleware {
  constructor(
    private readonly routes: RouteTable,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const facts = factsOf(request);
    facts.id = requestId(request);
    response.set({ 'X-Request-Id': facts.id, Vary: 'Accept-Language, Authorization, X-Event-Password' });
    const [path = '/', ...query] = request.originalUrl.split('?');
    const { segment, rest } = splitSegment(path);
    facts.address = { root: requestRoot(request, this.configuration), path };
    facts.language = resolveLanguage(languageSources(request, segment), this.configuration.DEFAULT_LANGUAGE);
    if (request.originalUrl.length > LONGEST_URL) throw new ApiError('uri_too_long');
    const inner = this.innerPath(rest);
    if (this.answersOptions(request, response, inner)) return;
    request.url = [inner, ...query].join('?');
    next();
  }

  /** The path as controllers declare it. Below the REST root lies the interface; beside it, probes and pages. */
  private innerPath(path: string): string {
    const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
    const { REST_ROOT } = this.configuration;
    const isInner = trimmed.startsWith(`${REST_ROOT}/calendar/`);
    if (isInner) return trimmed.slice(REST_ROOT.length);
    if (trimmed.startsWith('/calendar/')) throw new ApiError('no_route');
    return trimmed;
  }

  private answersOptions(request: Request, response: Response, path: string): boolean {
    const route = this.routes.find(path);
    if (!route) {
      if (path.startsWith('/calendar/')) throw new ApiError('no_route');
      return false;
    }
    if (path.includes('%') && !isDecodable(path)) throw parameterError({ slug: { key: 'validation.characters' } });
    const allow = [...route.methods, 'OPTIONS'].join(', ');
    if (request.method === 'OPTIONS') {
      response.status(204).set('Allow', allow).end();
      return true;
    }
    if (!route.methods.has(request.method)) {
      throw new ApiError('method_not_allowed', { args: { allow }, headers: { Allow: allow } });
    }
    return false;
  }
}

function splitSegment(path: string): { segment?: Language | undefined; rest: string } {
  const [, first = '', rest] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const segment = asLanguage(first);
  return segment ? { segment, rest: rest ?? '/' } : { rest: path };
}

function requestId(request: Request): string {
  const given = request.get('X-Request-Id') ?? '';
  return /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\u0000');
  } catch {
    return false;
  }
}
