import { eventually } from '../log-lines.js';
import { startServiceProcess, type ServiceProcess } from '../service-process.js';
import { ADMIN_TOKEN } from '../test-calendar.js';

/** Memory of a process, in bytes. */
export interface Memory {
  /** What JavaScript holds once its garbage is collected, within its heap and outside. */
  readonly retained: number;
  /** What the process has of the system; the allocator keeps what was once needed. */
  readonly resident: number;
}

/** A service in a process of its own that tells its metrics. */
export interface MeasuredService {
  readonly origin: string;
  readonly process: ServiceProcess;
  /** All that it counts of itself and that has no labels, by name. */
  metrics(): Promise<ReadonlyMap<string, number>>;
  /** Has it collect its garbage. */
  memory(): Promise<Memory>;
}

const COLLECTING = new URL('./collecting.mjs', import.meta.url).href;

/** Starts the service with these settings; `stopServiceProcesses` ends it. */
export async function startMeasuredService(settings: Readonly<Record<string, string>>): Promise<MeasuredService> {
  const environment = { ADMIN_TOKEN, LOG_LEVEL: 'silent', METRICS_PORT: '0', NODE_OPTIONS: `--import=${COLLECTING}` };
  const service = startServiceProcess({ ...environment, ...settings });
  const origin = await service.origin;
  const address = /^Metrics +(\S+)$/m.exec(service.output())?.[1] ?? '';
  return {
    origin,
    process: service,
    metrics: async () => samplesIn(await (await fetch(address)).text()),
    memory: async () => {
      const told = service.output().length;
      service.child.kill('SIGUSR2');
      const found = await eventually(() => /^Retained (.*)\n/m.exec(service.output().slice(told)) ?? undefined);
      return JSON.parse(found[1] ?? '') as Memory;
    },
  };
}

function samplesIn(text: string): ReadonlyMap<string, number> {
  const samples = text.split('\n').map((line) => /^(\w+) (\S+)$/.exec(line));
  return new Map(samples.flatMap((found) => (found ? [[found[1] ?? '', Number(found[2])]] : [])));
}

/** How many handles a service has open, connections of clients above all; those to the database come and go. */
export async function openHandles({ metrics }: MeasuredService): Promise<number> {
  const all = await metrics();
  return (all.get('nodejs_active_handles_total') ?? NaN) - (all.get('calendar_database_connections') ?? NaN);
}
