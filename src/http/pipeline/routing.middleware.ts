import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { ApiError, parameterError } from '../../kernel/errors/api-error.js';
import { parseLanguage, type Language } from '../../kernel/language/languages.js';
import { clientAddressOf } from '../request/client-address.js';
import { MAX_REQUEST_URL_BYTES } from '../request/max-request-url.js';
import { SECRET_INPUTS_TOKEN, type SecretInputs } from '../../kernel/context/secret-inputs.js';
import { isApiRequest, requestStateOf } from '../request/request-state.js';
import { isWriteMethod } from '../request/http-methods.js';
import { Precondition } from '../../kernel/context/precondition.js';
import { requestIdFromHeader } from '../request/request-id.js';
import { RouteTable, type Route } from '../routes/route-table.js';
import { baseUrlOf } from '../request/base-url.js';

const CORS_METHODS_HEADER = 'Access-Control-Allow-Methods';

/**
 * The first to see a request: names it, takes language segment, REST root and trailing slash off
 * the path, and refuses what no route serves, before anything is read or looked up.
 */
@Injectable()
export class RoutingMiddleware implements NestMiddleware {
  constructor(
    private readonly routes: RouteTable,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(SECRET_INPUTS_TOKEN) private readonly secretInputs: SecretInputs,
  ) {}

  use(request: Request, response: Response, next: () => void | Promise<void>): void | Promise<void> {
    const state = requestStateOf(request);
    state.startedMs = performance.now();
    state.secretInputs = this.secretInputs;
    state.id = requestIdFromHeader(request.get('X-Request-Id'));
    response.set('X-Request-Id', state.id);
    const target = toOriginForm(request.originalUrl);
    const [path = '/', ...query] = target.split('?');
    const { segment, rest } = splitLanguageSegment(path);
    const clientAddress = clientAddressOf(request, this.configuration);
    state.address = { baseUrl: baseUrlOf(request, this.configuration), path, clientAddress };
    state.languageSegment = segment;
    if (state.parseError) throw state.parseError;
    if (!isHttpTarget(request, target)) throw new ApiError('bad_request');
    if (request.originalUrl.length > MAX_REQUEST_URL_BYTES) throw new ApiError('uri_too_long');
    const innerPath = this.controllerPath(rest);
    const route = this.resolveRoute(innerPath, request.method);
    if (route) Object.assign(state, { route: route.path, parameters: route.parameters });
    if (route && request.method === 'OPTIONS') return respondToOptions(response, route);
    if (isWriteMethod(request.method) && isApiRequest(request))
      state.precondition = Precondition.fromRequest(request, this.configuration.REQUIRE_IF_MATCH);
    request.url = [innerPath, ...query].join('?');
    return next();
  }

  /** The path as controllers declare it. Below the REST root lies the interface; beside it, probes and pages. */
  private controllerPath(path: string): string {
    const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
    const { REST_ROOT } = this.configuration;
    const isInner = trimmed.startsWith(`${REST_ROOT}/calendar/`);
    if (isInner) return trimmed.slice(REST_ROOT.length);
    if (/^\/calendar(\/|$)/i.test(trimmed)) throw new ApiError('no_route');
    return trimmed;
  }

  /** Paths beside the interface that no controller serves are left to whoever else is mounted in the application. */
  private resolveRoute(path: string, method: string): Route | undefined {
    const route = this.routes.find(path);
    if (!route && /^\/calendar(\/|$)/i.test(path)) throw new ApiError('no_route');
    if (!route) return undefined;
    if (!isDecodable(path)) throw undecodableError(route);
    if (method === 'OPTIONS' || route.methods.has(method)) return route;
    throw new ApiError('method_not_allowed', {
      args: { allow: allowHeader(route) },
      headers: { Allow: allowHeader(route) },
    });
  }
}

/** Who asks on behalf of another site (CORS) wants the methods in a header of its own; that is there if that site may know. */
function respondToOptions(response: Response, route: Route): void {
  if (response.hasHeader(CORS_METHODS_HEADER)) response.set(CORS_METHODS_HEADER, allowHeader(route));
  response.status(204).set('Allow', allowHeader(route)).end();
}

const allowHeader = ({ methods }: Route): string => [...methods, 'OPTIONS'].join(', ');

/** A target in absolute form names scheme and authority too (RFC 9112, 3.2.2). */
const toOriginForm = (target: string): string => target.replace(/^https?:\/\/[^/?]+(\/?)/i, '/');

/** No path is what is left of another scheme or an empty authority; Express would find one in it all the same. */
const isHttpTarget = (request: Request, target: string): boolean => /^(\/|\*$)/.test(target) && hasSingleHost(request);

/** Nobody could tell which of two it is for (RFC 9112, 3.2). Node takes versions for HTTP/1 that are not. */
function hasSingleHost({ httpVersion, headersDistinct }: Request): boolean {
  const hosts = headersDistinct['host']?.length ?? 0;
  return hosts === 1 ? /^1\.[01]$/.test(httpVersion) : hosts === 0 && httpVersion === '1.0';
}

const undecodableError = ({ path }: Route): ApiError =>
  path.includes(':slug')
    ? parameterError({ slug: { key: 'validation.invalid_characters' } })
    : new ApiError('no_route');

function splitLanguageSegment(path: string): { segment?: Language | undefined; rest: string } {
  const [, first = '', rest] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const segment = parseLanguage(first);
  return segment ? { segment, rest: rest ?? '/' } : { rest: path };
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\u0000');
  } catch {
    return false;
  }
}
