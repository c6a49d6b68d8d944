import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../support/faults/free-port.js';
import { startService, type Server, type ServerSettings } from './processes.js';

const execute = promisify(execFile);

/** Memory of the service before its first request, in megabytes (2^20 bytes). */
export interface StartUp {
  readonly resident: number;
  /** Objects in the V8 heap after a full garbage collection. */
  readonly heap: number;
}

/** Idle time after the start in milliseconds. */
const SETTLING = 2000;
/** Maximum wait for the inspector in milliseconds. */
const PATIENCE = 5000;

/**
 * Measures the memory of a service that is started for this purpose only. The inspector, which triggers the garbage
 * collection, would affect later measurements.
 */
export async function measureStartUp(settings: ServerSettings): Promise<StartUp> {
  const port = await freePort();
  const nodeFlags = [...settings.nodeFlags, `--inspect-port=127.0.0.1:${port}`];
  const service = await startService({ ...settings, nodeFlags, isQuiet: true });
  try {
    await setTimeout(SETTLING);
    const resident = await residentMegabytes(service);
    process.kill(service.pid, 'SIGUSR1');
    return { resident, heap: await liveHeap(port) };
  } finally {
    await service.stop();
  }
}

/** Resident memory of a server in megabytes. */
export async function residentMegabytes({ pid }: Server): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
  const kilobytes = status
    ? /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
    : (await execute('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
  return Number(kilobytes) / 1024;
}

async function liveHeap(port: number): Promise<number> {
  const socket = new WebSocket(await inspectorAddress(port));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('The inspector does not respond')));
  });
  try {
    await call(socket, 'HeapProfiler.collectGarbage');
    const { usedSize } = await call(socket, 'Runtime.getHeapUsage');
    return Number(usedSize) / 2 ** 20;
  } finally {
    socket.close();
  }
}

async function inspectorAddress(port: number): Promise<string> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await setTimeout(50);
  }
}

/** Sends a Chrome DevTools Protocol command. Only one command may be pending at a time. */
function call(socket: WebSocket, method: string): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve) => {
    const receive = ({ data }: MessageEvent) => {
      const message = JSON.parse(String(data)) as { id?: number; result: Record<string, unknown> };
      if (message.id === undefined) return;
      socket.removeEventListener('message', receive);
      resolve(message.result);
    };
    socket.addEventListener('message', receive);
    socket.send(JSON.stringify({ id: 1, method }));
  });
}
