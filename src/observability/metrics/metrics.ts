import type { EntityManager } from '@mikro-orm/postgresql';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { ResponseCache } from '../../http/caching/response-cache.js';
import type { DatabaseErrorCounts } from '../../persistence/client/database-error-counts.js';
import { SERVICE_VERSION } from '../service-version.js';
import { RequestMetrics } from './request-metrics.js';

export interface Metrics {
  readonly registry: Registry;
  readonly requests: RequestMetrics;
}

/** Registers all metrics. Values that other parts hold are read when the metrics are requested. */
export function createMetrics(em: EntityManager, cache: ResponseCache, errors: DatabaseErrorCounts): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerBuildInfo(registry);
  registerPoolMetrics(registry, em);
  registerCacheMetrics(registry, cache);
  registerCounter(registry, {
    name: 'calendar_database_errors_total',
    help: 'Requests refused because of a database error, by SQLSTATE class.',
    label: 'class',
    counts: () => errors.bySqlStateClass,
  });
  return { registry, requests: new RequestMetrics(registry) };
}

function registerBuildInfo(registry: Registry): void {
  const name = 'calendar_build_info';
  const help = 'Always 1. The label is the version of the service.';
  new Gauge({ name, help, labelNames: ['version'], registers: [registry] }).set({ version: SERVICE_VERSION }, 1);
}

function registerPoolMetrics(registry: Registry, em: EntityManager): void {
  const pool = () => em.getConnection().getNativeClient();
  registerGauge(registry, {
    name: 'calendar_database_connections',
    help: 'Open connections in the pool, idle or in use.',
    value: async () => (await pool()).totalCount,
  });
  registerGauge(registry, {
    name: 'calendar_database_connections_idle',
    help: 'Idle connections in the pool.',
    value: async () => (await pool()).idleCount,
  });
  registerGauge(registry, {
    name: 'calendar_database_connections_max',
    help: 'Maximum number of connections in the pool.',
    value: async () => (await pool()).options.max,
  });
  registerGauge(registry, {
    name: 'calendar_database_pool_pending',
    help: 'Callers that wait for a connection of the pool.',
    value: async () => (await pool()).waitingCount,
  });
}

function registerCacheMetrics(registry: Registry, cache: ResponseCache): void {
  registerGauge(registry, {
    name: 'calendar_cache_bytes',
    help: 'Size of the cached responses in bytes.',
    value: () => cache.sizeBytes,
  });
  registerGauge(registry, {
    name: 'calendar_cache_entries',
    help: 'Responses in the cache.',
    value: () => cache.entryCount,
  });
  registerCounter(registry, {
    name: 'calendar_cache_lookups_total',
    help: 'Cacheable reads by result: "hit", "coalesced" with an identical request in flight, or "miss".',
    label: 'result',
    counts: () => Object.entries(cache.lookups),
  });
}

interface GaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly value: () => number | Promise<number>;
}

function registerGauge(registry: Registry, { value, ...options }: GaugeOptions): void {
  const gauge = new Gauge({
    ...options,
    registers: [],
    async collect() {
      this.set(await value());
    },
  });
  registry.registerMetric(gauge);
}

interface CounterOptions {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly counts: () => Iterable<readonly [string, number]>;
}

function registerCounter(registry: Registry, { label, counts, ...options }: CounterOptions): void {
  const counter = new Counter({
    ...options,
    labelNames: [label],
    registers: [],
    collect() {
      this.reset();
      for (const [value, count] of counts()) this.inc({ [label]: value }, count);
    },
  });
  registry.registerMetric(counter);
}
