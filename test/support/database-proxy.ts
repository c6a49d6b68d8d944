import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a service and its database, for their connections to fail in the ways that networks have. */
export interface DatabaseProxy {
  /** The address of the database, by way of the proxy. */
  readonly url: string;
  /** Breaks the connection for notices, and refuses further ones. */
  cut(): void;
  /** Lets nothing through it any more, in neither direction, and tells nobody. */
  freeze(): void;
  /** Lets everything through it again. */
  restore(): void;
  /** Lets nothing through any connection that there is, and tells nobody; further ones are as ever. */
  stallConnections(): void;
  close(): void;
}

/** What the first message of the connection for notices says of itself. */
const LISTEN_CONNECTION_NAME = 'calendar-events-service listener';

type State = 'open' | 'cut' | 'frozen';

/** Starts a proxy to a database. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const [target, url] = [new URL(databaseUrl), new URL(databaseUrl)];
  let state: State = 'open';
  const sockets = new Set<Socket>();
  const notices = new Set<Socket>();
  const server = createServer((client) => {
    const both = [client, connect(Number(target.port), target.hostname)] as const;
    linkSockets(both);
    for (const socket of both) sockets.add(socket);
    client.once('data', (data: Buffer) => {
      if (!data.includes(LISTEN_CONNECTION_NAME)) return;
      for (const socket of both) notices.add(socket);
      applyState(notices, state);
    });
  });
  const turn = (next: State) => () => applyState(notices, (state = next));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.port = String((server.address() as AddressInfo).port);
  const close = () => {
    server.close();
    applyState(sockets, 'cut');
  };
  const forget = () => applyState(sockets, 'frozen');
  return {
    url: url.href,
    cut: turn('cut'),
    freeze: turn('frozen'),
    restore: turn('open'),
    stallConnections: forget,
    close,
  };
}

/** Hands on what comes from one to the other; where one ends, so does the other. */
function linkSockets([client, database]: readonly [Socket, Socket]): void {
  for (const [socket, other] of [
    [client, database],
    [database, client],
  ] as const) {
    socket.on('error', () => undefined);
    socket.on('close', () => other.destroy());
    socket.on('data', (data: Buffer) => other.write(data));
  }
}

function applyState(sockets: ReadonlySet<Socket>, state: State): void {
  for (const socket of sockets) {
    if (state === 'cut') socket.destroy();
    if (state === 'frozen') socket.pause();
    if (state === 'open') socket.resume();
  }
}
