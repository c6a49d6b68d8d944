import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { DatabaseProbe } from './database-probe.js';
import { HealthController } from './health.controller.js';
import { Readiness } from '../http/server/readiness.js';

@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [Readiness, DatabaseProbe],
  controllers: [HealthController],
})
export class HealthModule {}
