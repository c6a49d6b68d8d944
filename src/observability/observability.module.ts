import { EntityManager } from '@mikro-orm/postgresql';
import { Module } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { ResponseCache } from '../http/caching/response-cache.js';
import { CONFIGURATION, type Configuration } from '../kernel/config/configuration.js';
import { DatabaseErrorCounts } from '../persistence/client/database-error-counts.js';
import { RequestLog } from './logging/request-log.js';
import { SERVICE_LOG, serviceLog } from './logging/service-log.js';
import { MetricsServer } from './metrics/metrics-server.js';
import { METRICS, createMetrics } from './metrics/metrics.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { RequestObserver } from './request-observer.js';

/** Tells operators what the service does: a log of its requests, and metrics where they are asked for. */
@Module({
  providers: [
    { provide: SERVICE_LOG, inject: [CONFIGURATION], useFactory: serviceLog },
    {
      provide: METRICS,
      inject: [CONFIGURATION, EntityManager, ResponseCache, DatabaseErrorCounts],
      useFactory: ({ METRICS_PORT }: Configuration, ...counted: Parameters<typeof createMetrics>) =>
        METRICS_PORT === undefined ? undefined : createMetrics(...counted),
    },
    {
      provide: RequestMetrics,
      inject: [METRICS],
      useFactory: (metrics?: Registry) => metrics && new RequestMetrics(metrics),
    },
    MetricsServer,
    RequestLog,
    RequestObserver,
  ],
  exports: [MetricsServer, RequestObserver],
})
export class ObservabilityModule {}
