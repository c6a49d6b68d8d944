import { rawRequest } from '../requests/raw-request.js';
import { startServiceProcess, type ServiceProcess } from '../processes/service-process.js';
import { ADMIN_TOKEN } from '../calendar/test-calendar.js';
import { freePort } from './free-port.js';

/** A service that is stopped and started again on the same port. */
export type RestartableService = Awaited<ReturnType<typeof prepareRestartableService>>;

/** Prepares a service with these settings. It is not started yet. */
export async function prepareRestartableService(settings: Readonly<Record<string, string>>) {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const environment = { ADMIN_TOKEN, LOG_LEVEL: 'silent', CACHE_BYTES: '20000000', ...settings, PORT: port };
  let service: ServiceProcess | undefined;
  const endWith = async (signal: NodeJS.Signals) => {
    if (!service) throw new Error('The service was never started');
    service.child.kill(signal);
    return service.exitCode;
  };
  return {
    origin,
    /** Starts it and waits until `/health/ready` succeeds. Returns the duration in milliseconds. */
    start: async (): Promise<number> => {
      const startedAt = performance.now();
      service = startServiceProcess(environment);
      await service.origin;
      await waitUntilReady(origin);
      return performance.now() - startedAt;
    },
    /** Sends SIGKILL. */
    kill: () => endWith('SIGKILL'),
    /** Sends SIGTERM and returns the exit code. */
    stop: () => endWith('SIGTERM'),
  };
}

export async function waitUntilReady(origin: string): Promise<void> {
  for (;;) {
    const response = await rawRequest(origin, { method: 'GET', path: '/health/ready' }).catch(() => undefined);
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
