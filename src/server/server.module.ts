import { Module } from '@nestjs/common';
import { ObservabilityModule } from '../observability/observability.module.js';
import { ServerSetup } from './server-setup.js';

@Module({ imports: [ObservabilityModule], providers: [ServerSetup], exports: [ServerSetup] })
export class ServerModule {}
