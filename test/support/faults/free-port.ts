import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux and macOS choose for outgoing connections. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/**
 * A port on which nothing listens, outside the range of outgoing connections. Otherwise, while a service is stopped,
 * clients that reconnect could get its port, and even connect to themselves.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
