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

/** Milliseconds after the start in which the service is left alone. */
const SETTLING = 2000;
/** Milliseconds until an inspector that was asked for listens, at most. */
const PATIENCE = 5000;

/** Starts a service for this alone: the inspector, which runs the collection, would disturb what is measured later. */
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

/** Resident memory of a process in megabytes. */
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
    socket.addEventListener('error', () => reject(new Error('The inspector does not answer')));
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

/** Sends a command of the Chrome DevTools protocol; one at a time. */
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
