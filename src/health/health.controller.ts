import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { HealthCheckService, HealthIndicatorService, type HealthCheckResult } from '@nestjs/terminus';
import type { Response } from 'express';
import { sql } from 'kysely';
import { Public } from '../common/auth/authenticated.decorator.js';

/** Probes, at the root whatever the REST root is. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly em: EntityManager,
  ) {}

  /** The process answers. */
  @Public()
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The process can serve: its database answers. */
  @Public()
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Pick<HealthCheckResult, 'status'>> {
    const { status } = await this.health.check([() => this.database()]).catch(() => ({ status: 'error' as const }));
    if (status !== 'ok') response.status(HttpStatus.SERVICE_UNAVAILABLE).set('Retry-After', '1');
    return { status };
  }

  private async database() {
    const indicator = this.indicators.check('database');
    try {
      await sql`select 1`.execute(this.em.getKysely());
      return indicator.up();
    } catch {
      return indicator.down();
    }
  }
}
