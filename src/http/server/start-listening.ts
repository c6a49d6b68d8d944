import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SetupError } from '../../kernel/errors/setup-error.js';

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly variable: 'PORT' | 'METRICS_PORT';
}

/**
 * @returns the origin of the server, such as `http://127.0.0.1:3000`
 * @throws {SetupError} with the remedy, such as for a port in use or a host that is no address of this machine
 */
export async function startListening(server: Server, { host, port, variable }: ListenOptions): Promise<string> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new SetupError(describeListenError(error, host, port, variable));
  }
  const { address, family, port: actualPort } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}`;
}

/**
 * Listens for a moment, to find a wrong host or port before a start has created anything.
 * @throws {SetupError} as {@link startListening}
 */
export async function checkListening(options: ListenOptions): Promise<void> {
  const server = createServer();
  await startListening(server, options);
  server.close();
  await once(server, 'close');
}

function describeListenError(error: unknown, host: string, port: number, variable: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop the program that uses it, or set ${variable} to another port.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set ${variable} to a port of 1024 or more.`;
  return `Cannot listen on port ${port} of ${host}: ${message}. Set HOST to an IP address of this machine, or 0.0.0.0 for all, and check ${variable}.`;
}
