import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { SkipRateLimit } from '../http/limits/rate-limit.guard.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { ShutdownState } from '../http/server/graceful-shutdown.js';
import { DatabaseProbe } from './database-probe.js';

const NOT_READY_HEADERS = { 'Retry-After': '1', 'Cache-Control': 'no-store' };

/** Health checks, at the root whatever `REST_ROOT` is. */
@SkipRateLimit(true)
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly probe: DatabaseProbe,
    private readonly shutdown: ShutdownState,
  ) {}

  @Public()
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether the process can serve requests: it is not shutting down, and its database responds. */
  @Public()
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string }> {
    const status = this.shutdown.isShuttingDown ? 'shutting_down' : await this.databaseStatus();
    if (status !== 'ok') response.status(HttpStatus.SERVICE_UNAVAILABLE).set(NOT_READY_HEADERS);
    return { status };
  }

  private async databaseStatus(): Promise<'ok' | 'error'> {
    return (await this.probe.isReachable()) ? 'ok' : 'error';
  }
}
