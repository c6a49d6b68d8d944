import { createServer, type AddressInfo } from 'node:net';

/** A port of 127.0.0.1 that nobody uses at the moment, chosen by the system; somebody else may still take it first. */
export async function findFreePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().on('error', reject);
  server.listen({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = server.address() as AddressInfo;
    server.close(() => resolve(port));
  });
  return promise;
}
