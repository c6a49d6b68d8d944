import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another site on a free port of this machine: an origin of its own. */
export interface StaticSite {
  readonly origin: string;
  /** Paths of the requests, in order. */
  readonly requests: readonly string[];
  close(): void;
}

type Content = string | Buffer;

/**
 * Serves a response with status 200 for every path.
 * @param contentOf body and headers by path
 */
export async function serveSite(
  contentOf: (path: string) => { readonly body: Content; readonly headers: Readonly<Record<string, string>> },
): Promise<StaticSite> {
  const requests: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    requests.push(path);
    const { body, headers } = contentOf(path);
    response.writeHead(200, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, requests, close };
}
