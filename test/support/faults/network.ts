import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { linkSockets, type ConnectionBreak, type LinkSettings } from './network-link.js';

/** `silent` stops all traffic without closing connections; `refusing` closes them and refuses new ones. */
type NetworkState = 'open' | 'silent' | 'refusing';

/** TCP proxy between a service and its database that simulates network failures. */
export interface Network {
  /** URL of the database through the proxy. */
  readonly url: string;
  setState(state: NetworkState): Promise<void>;
  /** Adds latency in each direction. */
  delay(milliseconds: number): void;
  /**
   * Breaks the connection of the next transaction that inserts into a table at its `COMMIT`, before the client gets the response.
   * @param phase before the `COMMIT` is forwarded, just after, or once the database has responded
   * @returns resolves after the break
   */
  cutCommit(table: string, phase: ConnectionBreak['phase']): Promise<void>;
  close(): Promise<void>;
}

export async function startNetwork(databaseUrl: string): Promise<Network> {
  const [target, url] = [new URL(databaseUrl), new URL(databaseUrl)];
  const sockets = new Set<Socket>();
  const stalled = new Set<Socket>();
  const settings: LinkSettings = { latency: 0, pendingBreak: undefined };
  let state: NetworkState = 'open';
  const server = createServer((client) => {
    trackSocket(sockets, client);
    if (state === 'silent') return trackSocket(stalled, client.pause());
    const database = connect(Number(target.port), target.hostname);
    trackSocket(sockets, database);
    linkSockets(client, database, settings);
  });
  url.port = String(await listen(server, 0));
  const setState = async (newState: NetworkState) => {
    state = newState;
    if (state === 'refusing') server.close();
    else if (!server.listening) await listen(server, Number(url.port));
    for (const socket of state === 'refusing' ? sockets : stalled) if (state !== 'silent') socket.destroy();
    for (const socket of sockets) if (state === 'silent') socket.pause();
    for (const socket of sockets) if (state === 'open') socket.resume();
  };
  return {
    url: url.href,
    setState,
    delay: (milliseconds) => void (settings.latency = milliseconds),
    cutCommit: (table, phase) =>
      new Promise((resolve) => void (settings.pendingBreak = { table, phase, onBroken: resolve })),
    close: () => setState('refusing'),
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function trackSocket(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
}
