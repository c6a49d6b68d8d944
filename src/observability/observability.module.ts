import { EntityManager } from '@mikro-orm/postgresql';
import { Module } from '@nestjs/common';
import { ResponseCache } from '../http/caching/response-cache.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import { DatabaseErrorCounts } from '../persistence/client/database-error-counts.js';
import { SERVICE_LOGGER_TOKEN, serviceLogger } from './logging/service-logger.js';
import { METRICS_TOKEN, MetricsServer } from './metrics/metrics-server.js';
import type { createMetrics } from './metrics/metrics.js';
import { RequestObserver } from './request-observer.js';

/** Request log, and metrics if `METRICS_PORT` is set. Without it, the metrics library is not loaded. */
@Module({
  providers: [
    { provide: SERVICE_LOGGER_TOKEN, inject: [CONFIGURATION_TOKEN], useFactory: serviceLogger },
    {
      provide: METRICS_TOKEN,
      inject: [CONFIGURATION_TOKEN, EntityManager, ResponseCache, DatabaseErrorCounts],
      useFactory: async ({ METRICS_PORT }: Configuration, ...sources: Parameters<typeof createMetrics>) =>
        METRICS_PORT === undefined ? undefined : (await import('./metrics/metrics.js')).createMetrics(...sources),
    },
    MetricsServer,
    RequestObserver,
  ],
  exports: [MetricsServer, RequestObserver],
})
export class ObservabilityModule {}
