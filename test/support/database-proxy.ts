import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a service and its database, for its connection for notices to fail in the ways that networks have. */
export interface DatabaseProxy {
  /** The address of the database, by way of the proxy. */
  readonly url: string;
  /** Breaks the connection, and refuses further ones. */
  cut(): void;
  /** Lets nothing through any more, in neither direction, and tells nobody. */
  freeze(): void;
  /** Lets everything through again. */
  restore(): void;
  close(): void;
}

/** What the first message of the connection for notices says of itself. */
const NOTICES = 'calendar-events-service notices';

/** Starts a proxy to a database; connections other than that for notices are never interfered with. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  let state: 'open' | 'cut' | 'frozen' = 'open';
  const sockets = new Set<Socket>();
  const notices = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
      socket.on('data', (data: Buffer) => other.write(data));
    }
    client.once('data', (data: Buffer) => {
      if (!data.includes(NOTICES)) return;
      for (const socket of [client, database]) notices.add(socket);
      apply();
    });
  });
  const apply = () => {
    for (const socket of notices) {
      if (state === 'cut') socket.destroy();
      if (state === 'frozen') socket.pause();
      if (state === 'open') socket.resume();
    }
  };
  const turn = (next: typeof state) => () => {
    state = next;
    apply();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: url.href, cut: turn('cut'), freeze: turn('frozen'), restore: turn('open'), close };
}
