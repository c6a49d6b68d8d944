import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import { Precondition } from '../../kernel/context/precondition.js';
import { PAGES_PATH } from '../../kernel/context/namespace.js';
import { SECRET_INPUTS_TOKEN, type SecretInputs } from '../../kernel/context/secret-inputs.js';
import { ApiError, parameterError } from '../../kernel/errors/api-error.js';
import { parseLanguage, type Language } from '../../kernel/language/languages.js';
import { baseUrlOf } from '../request/base-url.js';
import { clientAddressOf } from '../request/client-address.js';
import { isReadMethod, isWriteMethod } from '../request/http-methods.js';
import { overrideMethod } from '../request/method-override.js';
import { isApiRequest, requestStateOf } from '../request/request-state.js';
import { selectAlternate } from '../routes/select-alternate.js';
import type { Alternate } from '../routes/alternate.decorator.js';
import { RouteTable, type Route } from '../routes/route-table.js';

const CORS_METHODS_HEADER = 'Access-Control-Allow-Methods';

/** RFC 9110, 4.1, recommends at least 8,000. */
const MAX_REQUEST_URL_BYTES = 8192;

/** Paths of the API, in upper or lower case. Outside the REST root they have no route. */
const API_PATH_PATTERN = /^\/calendar(\/|$)/i;

/** Paths of the pages as controllers declare them. Express ignores case. */
const PAGES_PATH_PATTERN = new RegExp(`^${PAGES_PATH}(/|$)`, 'i');

/** Files for search engines, at the root of the service. */
const CRAWLER_FILE_PATTERN = /^\/(robots\.txt|sitemap(-[a-z\d]+)*\.xml)$/;

/**
 * Sets the id of a request, removes language segment, REST root and trailing slash from its path, and rejects API and page requests that
 * no route serves, before the body is read or the database is used.
 */
@Injectable()
export class RoutingMiddleware implements NestMiddleware {
  constructor(
    private readonly routes: RouteTable,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
    @Inject(SECRET_INPUTS_TOKEN) private readonly secretInputs: SecretInputs,
  ) {}

  use(request: Request, response: Response, next: () => void | Promise<void>): void | Promise<void> {
    const state = requestStateOf(request);
    state.startedMs = performance.now();
    state.secretInputs = this.secretInputs;
    state.id = acceptedOrNewRequestId(request.get('X-Request-Id'));
    response.set('X-Request-Id', state.id);
    const target = toOriginForm(request.originalUrl);
    const [path = '/', ...query] = target.split('?');
    const { segment, rest } = splitLanguageSegment(path);
    const clientAddress = clientAddressOf(request, this.configuration);
    state.address = { baseUrl: baseUrlOf(request, this.configuration), path, clientAddress };
    state.languageSegment = segment;
    const declaredPath = this.pagePath(request, rest) ?? rest;
    if (state.parseError) throw state.parseError;
    assertValidTarget(request, target);
    const { innerPath, route } = this.resolveRoute(request, response, declaredPath);
    if (route) Object.assign(state, { route: route.path, declaredParameters: route.parameters });
    if (request.method === 'OPTIONS' && (route || target === '*')) return respondToOptions(response, route);
    if (isWriteMethod(request.method) && isApiRequest(request))
      state.precondition = Precondition.fromRequest(request, this.configuration.REQUIRE_IF_MATCH);
    request.url = [innerPath, ...query].join('?');
    return next();
  }

  /** The route that serves a request, and the path as controllers declare it. `Accept` may select the route of another format. */
  private resolveRoute(
    request: Request,
    response: Response,
    path: string,
  ): { innerPath: string; route?: Route | undefined } {
    const innerPath = this.controllerPath(path);
    const route = this.findRoute(innerPath);
    if (!route) return { innerPath };
    determineMethod(request, route);
    const alternate = negotiate(request, response, route);
    if (!alternate) return { innerPath, route };
    requestStateOf(request).isNegotiated = true;
    const alternatePath = innerPath + alternate.suffix;
    return { innerPath: alternatePath, route: this.findRoute(alternatePath) };
  }

  /** The path of a page as controllers declare it. `undefined`: the path is not below `PAGES_ROOT`. */
  private pagePath(request: Request, path: string): string | undefined {
    const { PAGES, PAGES_ROOT } = this.configuration;
    const isPage = PAGES && `${path}/`.startsWith(`${PAGES_ROOT}/`);
    const isCrawlerFile = PAGES && CRAWLER_FILE_PATTERN.test(path);
    Object.assign(requestStateOf(request), { isPage, isCrawlerFile });
    if (isPage) return PAGES_PATH + path.slice(PAGES_ROOT.length);
    if (PAGES && PAGES_PATH_PATTERN.test(path)) throw new ApiError('no_route');
    return undefined;
  }

  /** The path as controllers declare it. The API is below the REST root, probes and pages are not. */
  private controllerPath(path: string): string {
    const trimmed = path.length > 1 ? path.replace(/\/$/, '') : path;
    const { REST_ROOT } = this.configuration;
    if (trimmed.startsWith(`${REST_ROOT}/calendar/`)) return trimmed.slice(REST_ROOT.length);
    if (API_PATH_PATTERN.test(trimmed)) throw new ApiError('no_route');
    return trimmed;
  }

  /** @returns `undefined` for a path outside the API without a route: the host application may serve it */
  private findRoute(path: string): Route | undefined {
    const route = this.routes.find(path);
    const isPage = this.configuration.PAGES && PAGES_PATH_PATTERN.test(path);
    if (!route && (isPage || API_PATH_PATTERN.test(path))) throw new ApiError('no_route');
    if (route && !isDecodable(path)) throw undecodableError(route);
    return route;
  }
}

function determineMethod(request: Request, route: Route): void {
  if (API_PATH_PATTERN.test(route.path)) overrideMethod(request);
  if (request.method === 'OPTIONS' || route.methods.has(request.method)) return;
  const allow = allowHeader(route);
  throw new ApiError('method_not_allowed', { args: { allow }, headers: { Allow: allow } });
}

/** Selects the representation of a read by `Accept`. `undefined`: JSON. */
function negotiate(request: Request, response: Response, { alternates }: Route): Alternate | undefined {
  if (alternates.length === 0 || !isReadMethod(request.method)) return undefined;
  response.set('Vary', `Accept, ${String(response.get('Vary'))}`);
  return selectAlternate(request.get('Accept'), alternates);
}

/** The id that the client sent, if it is safe in a log, otherwise a new one. */
const acceptedOrNewRequestId = (header: string | undefined): string =>
  header !== undefined && /^[\w.-]{1,64}$/.test(header) ? header : randomUUID();

/**
 * Responds with the methods of the route, in `Allow` and in the CORS header that is set for allowed origins. Without a route, the request
 * is about the server as a whole: `OPTIONS *` (RFC 9110, 9.3.7).
 */
function respondToOptions(response: Response, route: Route | undefined): void {
  if (route && response.hasHeader(CORS_METHODS_HEADER)) response.set(CORS_METHODS_HEADER, allowHeader(route));
  if (route) response.set('Allow', allowHeader(route));
  response.status(204).end();
}

const allowHeader = ({ methods }: Route): string => [...methods, 'OPTIONS'].join(', ');

/** Removes scheme and authority from a target in absolute form (RFC 9112, 3.2.2). */
const toOriginForm = (target: string): string => target.replace(/^https?:\/\/[^/?]+(\/?)/i, '/');

/** @throws {ApiError} `bad_request`, `uri_too_long` */
function assertValidTarget(request: Request, target: string): void {
  if (!isHttpTarget(request, target)) throw new ApiError('bad_request');
  if (request.originalUrl.length > MAX_REQUEST_URL_BYTES) throw new ApiError('uri_too_long');
}

/** Whether the target is a path or `*`, with a single host. Express would find a path in other schemes and after an empty authority. */
const isHttpTarget = (request: Request, target: string): boolean => /^(\/|\*$)/.test(target) && hasSingleHost(request);

/** Exactly one `Host` (RFC 9112, 3.2), optional in HTTP/1.0. Node also accepts other versions than 1.0 and 1.1. */
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
