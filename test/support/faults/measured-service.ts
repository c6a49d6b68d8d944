import { afterEach, beforeEach, expect } from 'vitest';
import { ADMIN_TOKEN } from '../calendar/test-calendar.js';
import { createTestDatabase, dropTestDatabase } from '../database/test-database.js';
import { eventually } from '../processes/log-lines.js';
import { metricsUrlOf, startServiceProcess, stopServiceProcesses } from '../processes/service-process.js';
import { sendJson } from '../requests/raw-request.js';

/** Memory of a process, in bytes. */
interface Memory {
  /** Heap and external memory after a garbage collection. */
  readonly retained: number;
  /** Resident set size. It does not shrink after a peak. */
  readonly resident: number;
}

/** A service in its own process, with metrics. */
export type MeasuredService = Awaited<ReturnType<typeof startMeasuredService>>;

const COLLECTOR_MODULE = new URL('./collecting.mjs', import.meta.url).href;

/** Starts the service on a database with these settings. `stopServiceProcesses` stops it. */
export async function startMeasuredService(databaseUrl: string, settings: Readonly<Record<string, string>> = {}) {
  const environment = { ADMIN_TOKEN, LOG_LEVEL: 'silent', METRICS_PORT: '0', DATABASE_URL: databaseUrl };
  const NODE_OPTIONS = `--import=${COLLECTOR_MODULE}`;
  const service = startServiceProcess({ ...environment, NODE_OPTIONS, ...settings });
  const origin = await service.origin;
  /** Metrics without labels, by name. */
  const metrics = async (): Promise<ReadonlyMap<string, number>> => {
    const text = await (await fetch(metricsUrlOf(service))).text();
    return new Map(Array.from(text.matchAll(/^(\w+) (\S+)$/gm), ([, name = '', value]) => [name, Number(value)]));
  };
  return {
    origin,
    databaseUrl,
    process: service,
    metrics,
    /** Creates a record as administrator and returns it. `path` is relative to the origin. */
    create: async (path: string, json: object): Promise<Record<string, unknown>> => {
      const { status, text, body } = await sendJson(origin, { method: 'POST', path, json });
      expect([status, text]).toEqual([201, expect.anything()]);
      return body;
    },
    /** Memory after a garbage collection. */
    memory: async (): Promise<Memory> => {
      const printedLength = service.output().length;
      service.child.kill('SIGUSR2');
      const printed = () => /^Retained (.*)\n/m.exec(service.output().slice(printedLength))?.[1];
      return JSON.parse(await eventually(printed)) as Memory;
    },
    /** Number of open handles, mainly client connections. Database connections, which vary, are not counted. */
    openHandles: async (): Promise<number> => {
      const values = await metrics();
      const connections = values.get('calendar_database_connections') ?? NaN;
      return (values.get('nodejs_active_handles_total') ?? NaN) - connections;
    },
  };
}

/** Starts a service on a new database before each test of a file. The returned object is empty until then. */
export function useMeasuredService(settings?: Readonly<Record<string, string>>): MeasuredService {
  const service = {} as MeasuredService;
  beforeEach(async () => {
    Object.assign(service, await startMeasuredService((await createTestDatabase()).url, settings));
  });
  afterEach(async () => {
    await stopServiceProcesses();
    await dropTestDatabase(service.databaseUrl);
  });
  return service;
}
