import { Module } from '@nestjs/common';
import { Readiness } from '../http/server/graceful-shutdown.js';
import { DatabaseProbe } from './database-probe.js';
import { HealthController } from './health.controller.js';

@Module({ providers: [Readiness, DatabaseProbe], controllers: [HealthController] })
export class HealthModule {}
