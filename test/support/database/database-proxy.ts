import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** TCP proxy between a service and its database. It can break the connection of the change listener. */
export interface DatabaseProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Closes the listener connection, and each new one. */
  cut(): void;
  /** Stops all traffic of the listener connection without closing it. */
  freeze(): void;
  /** Ends `cut` or `freeze`. */
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
  const listenSockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    forward(client, database);
    forward(database, client);
    sockets.add(client).add(database);
    client.once('data', (data: Buffer) => {
      if (!data.includes(LISTEN_CONNECTION_NAME)) return;
      applyState(listenSockets.add(client).add(database), state);
    });
  });
  const setState = (next: State) => () => applyState(listenSockets, (state = next));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: setState('cut'),
    freeze: setState('frozen'),
    restore: setState('open'),
    stallConnections: () => applyState(sockets, 'frozen'),
    close: () => {
      server.close();
      applyState(sockets, 'cut');
    },
  };
}

/** Forwards the data of one socket to another, and closes the other socket when the first one closes. */
function forward(from: Socket, to: Socket): void {
  from.on('error', () => undefined);
  from.on('close', () => to.destroy());
  from.on('data', (data: Buffer) => to.write(data));
}

function applyState(sockets: ReadonlySet<Socket>, state: State): void {
  for (const socket of sockets) {
    if (state === 'cut') socket.destroy();
    if (state === 'frozen') socket.pause();
    if (state === 'open') socket.resume();
  }
}
