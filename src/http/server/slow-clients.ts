import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { RequestTimeouts } from '../limits/request-timeouts.js';

/**
 * Breaks off answers that nobody takes: their bytes would stay in memory for as long as the client likes. One that has been there for a
 * while when the time of its request is up ends with it; the others have a little longer, such as that of a commit.
 */
export function disconnectSlowClients(server: Server, timeouts: RequestTimeouts): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    let wasReady = false;
    const check = () => {
      if (wasReady) {
        request.socket.destroy();
        return;
      }
      wasReady = response.writableEnded;
      timer = setTimeout(check, timeouts.drainMs);
    };
    let timer = setTimeout(check, timeouts.requestMs - timeouts.drainMs);
    response.once('close', () => clearTimeout(timer));
  });
}
