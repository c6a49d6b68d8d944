import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** TCP proxy between a service and its database. It can break the connection of the change listener. */
export interface DatabaseProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Closes the listener connection and refuses new ones. */
  cut(): void;
  /** Stops all traffic of the listener connection without closing it. */
  freeze(): void;
  /** Resumes the listener connection. */
  restore(): void;
  /** Stops all traffic of the existing connections without closing them. New connections work. */
  stallConnections(): void;
  close(): void;
}

/** `application_name` of the listener connection, in its first message. */
const LISTEN_CONNECTION_NAME = 'calendar-events-service listener';

type State = 'open' | 'cut' | 'frozen';

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

/** Forwards data in both directions and closes both sockets together. */
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
