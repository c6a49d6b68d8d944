import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a server listens, and the variable that configures the port. */
interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly variable: 'PORT' | 'METRICS_PORT';
}

/**
 * Starts a server.
 * @returns its origin, such as `http://127.0.0.1:3000`
 * @throws {Error} with the remedy if the port is in use
 */
export async function startListening(server: Server, { host, port, variable }: ListenOptions): Promise<string> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new Error(
      `Port ${port} on ${host} is already in use. Stop the program that uses it, or set ${variable} to another port.`,
      {
        cause: error,
      },
    );
  }
  const { address, family, port: actualPort } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}`;
}
