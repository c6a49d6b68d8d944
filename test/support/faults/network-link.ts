import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { messageReader } from './postgres-messages.js';

/** A pending break at the `COMMIT` of a transaction that has inserted into a table. */
export interface ConnectionBreak {
  readonly table: string;
  /** Before the `COMMIT` is forwarded, just after, or once the database has responded. */
  readonly phase: 'unsent' | 'forwarded' | 'responded';
  onBroken(): void;
}

export interface LinkSettings {
  /** Additional latency in each direction, in milliseconds. */
  latency: number;
  pendingBreak: ConnectionBreak | undefined;
}

/** Forwards data in both directions and closes both sockets together. */
export function linkSockets(client: Socket, database: Socket, settings: LinkSettings): void {
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

/** Returns the pending break if a statement of the connection triggers it. */
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
