import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import { ApiError } from '../kernel/errors/api-error.js';

/** Admits embeds if `PAGES_EMBED` allows any, and removes the header that forbids frames: the policy of the page names the origins. */
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
