import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SetupError } from '../../kernel/errors/setup-error.js';

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly variable: 'PORT' | 'METRICS_PORT';
}

/**
 * @returns the origin of the server, such as `http://127.0.0.1:3000`
 * @throws {SetupError} with the remedy if the port is in use or the host has no such IP address
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

function describeListenError(error: unknown, host: string, port: number, variable: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE'
    ? `Port ${port} on ${host} is already in use. Stop the program that uses it, or set ${variable} to another port.`
    : `Cannot listen on port ${port} of ${host}: ${message}. Check HOST and ${variable}.`;
}
