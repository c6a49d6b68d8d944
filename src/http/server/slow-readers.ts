import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TimeLimits } from '../limits/time-limits.js';

/**
 * Breaks off answers that nobody takes: their bytes would stay in memory for as long as the client likes. One that has been there for a
 * while when the time of its request is up ends with it; the others have a little longer, such as that of a commit.
 */
export function breakOffSlowReaders(server: Server, limits: TimeLimits): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    let wasThere = false;
    const look = () => {
      if (wasThere) {
        request.socket.destroy();
        return;
      }
      wasThere = response.writableEnded;
      timer = setTimeout(look, limits.taking);
    };
    let timer = setTimeout(look, limits.request - limits.taking);
    response.once('close', () => clearTimeout(timer));
  });
}
