import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ResponseException } from '../http/request/buffer-response.js';
import { relativeRootOf } from '../http/request/relative-root.js';
import { requestStateOf } from '../http/request/request-state.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import { ApiError } from '../kernel/errors/api-error.js';

/** Redirects a page without language segment to the one in the requested language. */
@Injectable()
export class LanguageSegmentGuard implements CanActivate {
  /** @throws {ResponseException} 302 with a relative `Location` */
  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<Request>();
    const { languageSegment, language, address } = requestStateOf(request);
    if (languageSegment || !language || !address) return true;
    const [query = ''] = /\?.*/s.exec(request.originalUrl) ?? [];
    const target = `${relativeRootOf(address.path)}${language.requested}${address.path}`;
    const headers = { Location: target + query, 'Cache-Control': 'no-cache' };
    throw new ResponseException({ status: 302, headers, body: '' });
  }
}

/** Admits embeds if `PAGES_EMBED` allows any. Removes `X-Frame-Options`: the policy of the page names the origins. */
@Injectable()
export class EmbedGuard implements CanActivate {
  constructor(@Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration) {}

  /** @throws {ApiError} `no_route` */
  canActivate(execution: ExecutionContext): boolean {
    if (this.configuration.PAGES_EMBED === 'none') throw new ApiError('no_route');
    execution.switchToHttp().getResponse<Response>().removeHeader('X-Frame-Options');
    return true;
  }
}
