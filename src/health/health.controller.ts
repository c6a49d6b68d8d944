import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HealthCheckService, HealthIndicatorService, type HealthCheckResult } from '@nestjs/terminus';
import type { Response } from 'express';
import { SkipRateLimit } from '../http/limits/rate-limit.guard.js';
import { Public } from '../http/routes/authenticated.decorator.js';
import { DatabaseProbe } from './database-probe.js';
import { Readiness } from '../http/server/readiness.js';

/** What is said of an answer that the process cannot serve. */
const NOT_READY_HEADERS = { 'Retry-After': '1', 'Cache-Control': 'no-store' };

/** Probes, at the root whatever the REST root is. */
@SkipRateLimit(true)
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly probe: DatabaseProbe,
    private readonly readiness: Readiness,
  ) {}

  /** The process answers. */
  @Public()
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can serve: it is not about to stop, and its database answers. */
  @Public()
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Pick<HealthCheckResult, 'status'>> {
    const status = this.readiness.isShuttingDown ? 'shutting_down' : await this.readinessStatus();
    if (status !== 'ok') response.status(HttpStatus.SERVICE_UNAVAILABLE).set(NOT_READY_HEADERS);
    return { status };
  }

  private async readinessStatus(): Promise<HealthCheckResult['status']> {
    const result = await this.health.check([() => this.databaseIndicator()]).catch(() => undefined);
    return result?.status ?? 'error';
  }

  private async databaseIndicator() {
    const indicator = this.indicators.check('database');
    return (await this.probe.isReachable()) ? indicator.up() : indicator.down();
  }
}
