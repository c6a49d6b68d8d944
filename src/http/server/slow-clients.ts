import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Disconnects clients that take no byte of their response for some milliseconds. Node reports a stalled write after two timeouts. */
export function disconnectSlowClients(server: Server, timeoutMs: number): void {
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setTimeout(timeoutMs / 2, () => {
      if (response.headersSent) response.destroy();
    });
  });
}
