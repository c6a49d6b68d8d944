import { rawRequest } from '../requests/raw-request.js';
import { startServiceProcess, type ServiceProcess } from '../processes/service-process.js';
import { ADMIN_TOKEN } from '../calendar/test-calendar.js';
import { freePort } from './free-port.js';

/** A service that is stopped and started again on the same port. */
export interface RestartableService {
  readonly origin: string;
  /** Current process. */
  process(): ServiceProcess;
  /** Starts it and waits until `/health/ready` succeeds. Returns the duration in milliseconds. */
  start(): Promise<number>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/** Prepares a service with these settings. It is not started yet. */
export async function prepareRestartableService(
  settings: Readonly<Record<string, string>>,
): Promise<RestartableService> {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const environment = { ADMIN_TOKEN, LOG_LEVEL: 'silent', CACHE_BYTES: '20000000', ...settings, PORT: port };
  let currentProcess: ServiceProcess | undefined;
  const current = () => {
    if (!currentProcess) throw new Error('The service was never started');
    return currentProcess;
  };
  const endWith = async (signal: NodeJS.Signals) => {
    current().child.kill(signal);
    return current().exitCode;
  };
  return {
    origin,
    process: current,
    start: async () => {
      const startedAt = performance.now();
      currentProcess = startServiceProcess(environment);
      await currentProcess.origin;
      await waitUntilReady(origin);
      return performance.now() - startedAt;
    },
    kill: async () => void (await endWith('SIGKILL')),
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
