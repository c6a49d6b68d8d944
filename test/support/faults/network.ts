import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

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

/** A pending break at the `COMMIT` of a transaction that has inserted into a table. */
interface ConnectionBreak {
  readonly table: string;
  /** Before the `COMMIT` is forwarded, just after, or once the database has responded. */
  readonly phase: 'unsent' | 'forwarded' | 'responded';
  onBroken(): void;
}

interface LinkSettings {
  /** Additional latency in each direction, in milliseconds. */
  latency: number;
  pendingBreak: ConnectionBreak | undefined;
}

/** Forwards data in both directions and closes both sockets together. */
function linkSockets(client: Socket, database: Socket, settings: LinkSettings): void {
  const [messagesIn, toDatabase, toClient] = [
    messageReader(),
    delayedWriter(database, settings),
    delayedWriter(client, settings),
  ];
  const detectBreak = breakDetector(settings);
  let activeBreak: ConnectionBreak | undefined;
  const breakConnection = () => {
    client.destroy();
    database.destroy();
    activeBreak?.onBroken();
  };
  client.setNoDelay().on('close', () => database.destroy());
  database.setNoDelay().on('close', () => client.destroy());
  client.on('data', (chunk: Buffer) => {
    for (const { bytes, statement } of messagesIn(chunk)) {
      activeBreak ??= detectBreak(statement);
      if (activeBreak?.phase === 'unsent') breakConnection();
      else if (activeBreak?.phase === 'forwarded') database.end(bytes, breakConnection);
      else toDatabase(bytes);
    }
  });
  database.on('data', (chunk: Buffer) => {
    if (activeBreak) breakConnection();
    else toClient(chunk);
  });
}

/** Returns a function that returns the pending break if a statement of the connection triggers it. */
function breakDetector(settings: LinkSettings): (statement: string) => ConnectionBreak | undefined {
  let insertedTables = new Set<string>();
  return (statement) => {
    if (/^\s*begin\b/i.test(statement)) insertedTables = new Set();
    for (const [, table = ''] of statement.matchAll(/\binsert into "?(\w+)/gi)) insertedTables.add(table);
    const { pendingBreak } = settings;
    if (!pendingBreak || !/^\s*commit\b/i.test(statement) || !insertedTables.has(pendingBreak.table)) return undefined;
    settings.pendingBreak = undefined;
    return pendingBreak;
  };
}

/** Writes to a socket after the latency, in order. */
function delayedWriter(socket: Socket, settings: LinkSettings): (bytes: Buffer) => void {
  let lastWrite: Promise<void> | undefined;
  return (bytes) => {
    if (settings.latency || lastWrite) lastWrite = writeAfter(lastWrite, setTimeout(settings.latency));
    else socket.write(bytes);
    async function writeAfter(previousWrite: Promise<void> | undefined, delay: Promise<void>): Promise<void> {
      await previousWrite;
      await delay;
      socket.write(bytes);
    }
  };
}

/** A message of the frontend/backend protocol of PostgreSQL. */
interface PostgresMessage {
  readonly bytes: Buffer;
  /** Statement of `Q` and `P`, prepared statement of `B`; otherwise empty. */
  readonly statement: string;
}

/** Sizes of the type and length fields in bytes. */
const [TYPE_BYTES, LENGTH_BYTES] = [1, 4];

/**
 * Splits the bytes that a client sends to PostgreSQL into messages.
 * @returns a function that takes a chunk and returns the messages completed by it
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
function messageReader(): (chunk: Buffer) => PostgresMessage[] {
  let unread: Buffer = Buffer.alloc(0);
  let isFirst = true;
  const preparedStatements = new Map<string, string>();
  return (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    const messages: PostgresMessage[] = [];
    for (;;) {
      const length = lengthOf(unread, isFirst);
      if (length === undefined || unread.length < length) return messages;
      messages.push(messageOf(unread.subarray(0, length), isFirst, preparedStatements));
      unread = unread.subarray(length);
      isFirst = false;
    }
  };
}

/** Length of a message including its type byte, or `undefined` if its length field is incomplete. */
function lengthOf(bytes: Buffer, isFirst: boolean): number | undefined {
  const typeBytes = isFirst ? 0 : TYPE_BYTES;
  return bytes.length < typeBytes + LENGTH_BYTES ? undefined : typeBytes + bytes.readUInt32BE(typeBytes);
}

function messageOf(bytes: Buffer, isFirst: boolean, preparedStatements: Map<string, string>): PostgresMessage {
  const type = isFirst ? '' : String.fromCharCode(bytes[0] ?? 0);
  const [first = '', second = ''] = bytes.toString('utf8', TYPE_BYTES + LENGTH_BYTES).split('\0', 2);
  // `Parse` has the name and text of the statement, `Bind` the names of a portal and of a statement.
  if (type === 'P') preparedStatements.set(first, second);
  const statements: Record<string, string | undefined> = { Q: first, P: second, B: preparedStatements.get(second) };
  return { bytes, statement: statements[type] ?? '' };
}
