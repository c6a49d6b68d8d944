import { startServiceProcess, type ServiceProcess } from '../service-process.js';
import { ADMIN_TOKEN } from '../test-calendar.js';

/** A service in a process of its own that tells its metrics. */
export interface MeasuredService {
  readonly origin: string;
  readonly process: ServiceProcess;
  /** All that it counts of itself and that has no labels, by name. */
  metrics(): Promise<ReadonlyMap<string, number>>;
}

/** Starts the service with these settings; `endServiceProcesses` ends it. */
export async function startMeasuredService(settings: Readonly<Record<string, string>>): Promise<MeasuredService> {
  const service = startServiceProcess({ ADMIN_TOKEN, LOG_LEVEL: 'silent', METRICS_PORT: '0', ...settings });
  const origin = await service.origin;
  const address = /^Metrics +(\S+)$/m.exec(service.output())?.[1] ?? '';
  return { origin, process: service, metrics: async () => samplesIn(await (await fetch(address)).text()) };
}

function samplesIn(text: string): ReadonlyMap<string, number> {
  const samples = text.split('\n').map((line) => /^(\w+) (\S+)$/.exec(line));
  return new Map(samples.flatMap((found) => (found ? [[found[1] ?? '', Number(found[2])]] : [])));
}

/**
 * Bytes that JavaScript holds, within its heap and outside. What the process has of the system is more: the allocator keeps
 * what was once needed.
 */
export const heldBytes = (metrics: ReadonlyMap<string, number>): number =>
  (metrics.get('nodejs_heap_size_used_bytes') ?? NaN) + (metrics.get('nodejs_external_memory_bytes') ?? NaN);
