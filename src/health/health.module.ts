import { Module } from '@nestjs/common';
import { ShutdownState } from '../http/server/graceful-shutdown.js';
import { DatabaseProbe } from './database-probe.js';
import { HealthController } from './health.controller.js';

@Module({ providers: [ShutdownState, DatabaseProbe], controllers: [HealthController] })
export class HealthModule {}
