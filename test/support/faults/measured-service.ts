import { expect } from 'vitest';
import { eventually } from '../processes/log-lines.js';
import { sendJson } from '../requests/raw-request.js';
import { startServiceProcess, type ServiceProcess } from '../processes/service-process.js';
import { ADMIN_TOKEN } from '../calendar/test-calendar.js';

/** Memory of a process, in bytes. */
export interface Memory {
  /** Heap and external memory after a garbage collection. */
  readonly retained: number;
  /** Resident set size. It does not shrink after a peak. */
  readonly resident: number;
}

/** A service in its own process, with metrics. */
export interface MeasuredService {
  readonly origin: string;
  readonly process: ServiceProcess;
  /** Creates a record as administrator and returns it. `path` is relative to the origin. */
  create(path: string, json: object): Promise<Record<string, unknown>>;
  /** Metrics without labels, by name. */
  metrics(): Promise<ReadonlyMap<string, number>>;
  /** Memory after a garbage collection. */
  memory(): Promise<Memory>;
}

const COLLECTOR_MODULE = new URL('./collecting.mjs', import.meta.url).href;

/** Starts the service with these settings. `stopServiceProcesses` stops it. */
export async function startMeasuredService(settings: Readonly<Record<string, string>>): Promise<MeasuredService> {
  const environment = {
    ADMIN_TOKEN,
    LOG_LEVEL: 'silent',
    METRICS_PORT: '0',
    NODE_OPTIONS: `--import=${COLLECTOR_MODULE}`,
  };
  const service = startServiceProcess({ ...environment, ...settings });
  const origin = await service.origin;
  const metricsUrl = /^Metrics +(\S+)$/m.exec(service.output())?.[1] ?? '';
  return {
    origin,
    process: service,
    create: async (path, json) => {
      const { status, text, body } = await sendJson(origin, { method: 'POST', path, json });
      expect([status, text]).toEqual([201, expect.anything()]);
      return body;
    },
    metrics: async () => parseSamples(await (await fetch(metricsUrl)).text()),
    memory: async () => {
      const printedLength = service.output().length;
      service.child.kill('SIGUSR2');
      const match = await eventually(
        () => /^Retained (.*)\n/m.exec(service.output().slice(printedLength)) ?? undefined,
      );
      return JSON.parse(match[1] ?? '') as Memory;
    },
  };
}

function parseSamples(text: string): ReadonlyMap<string, number> {
  const samples = text.split('\n').map((line) => /^(\w+) (\S+)$/.exec(line));
  return new Map(samples.flatMap((match) => (match ? [[match[1] ?? '', Number(match[2])]] : [])));
}

/** Number of open handles, mainly client connections. Database connections, which vary, are not counted. */
export async function openHandles({ metrics }: MeasuredService): Promise<number> {
  const metricValues = await metrics();
  return (
    (metricValues.get('nodejs_active_handles_total') ?? NaN) -
    (metricValues.get('calendar_database_connections') ?? NaN)
  );
}
