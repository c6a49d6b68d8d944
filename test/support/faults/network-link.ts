import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { messageReader } from './postgres-messages.js';

/** A pending break at the `COMMIT` of a transaction that has inserted into a table. */
export interface ConnectionBreak {
  readonly table: string;
  /** Before the `COMMIT` is forwarded, just after, or once the database has responded. */
  readonly phase: 'unsent' | 'asked' | 'answered';
  done(): void;
}

export interface LinkSettings {
  /** Additional latency in each direction, in milliseconds. */
  latency: number;
  pendingBreak: ConnectionBreak | undefined;
}

/** Forwards data in both directions and closes both sockets together. */
export function linkSockets(client: Socket, database: Socket, passage: LinkSettings): void {
  const [messagesIn, toDatabase, toClient] = [
    messageReader(),
    delayedWriter(database, passage),
    delayedWriter(client, passage),
  ];
  const cutAt = breakDetector(passage);
  let activeBreak: ConnectionBreak | undefined;
  const end = () => {
    client.destroy();
    database.destroy();
    activeBreak?.done();
  };
  client.setNoDelay().on('close', () => database.destroy());
  database.setNoDelay().on('close', () => client.destroy());
  client.on('data', (chunk: Buffer) => {
    for (const { bytes, statement } of messagesIn(chunk)) {
      activeBreak ??= cutAt(statement);
      if (activeBreak?.phase === 'unsent') end();
      else if (activeBreak?.phase === 'asked') database.end(bytes, end);
      else toDatabase(bytes);
    }
  });
  database.on('data', (chunk: Buffer) => {
    if (activeBreak) end();
    else toClient(chunk);
  });
}

/** Returns the pending break if a statement of the connection triggers it. */
function breakDetector(passage: LinkSettings): (statement: string) => ConnectionBreak | undefined {
  let written = new Set<string>();
  return (statement) => {
    if (/^\s*begin\b/i.test(statement)) written = new Set();
    for (const [, table = ''] of statement.matchAll(/\binsert into "?(\w+)/gi)) written.add(table);
    const { pendingBreak } = passage;
    if (!pendingBreak || !/^\s*commit\b/i.test(statement) || !written.has(pendingBreak.table)) return undefined;
    passage.pendingBreak = undefined;
    return pendingBreak;
  };
}

/** Writes to a socket after the latency, in order. */
function delayedWriter(socket: Socket, passage: LinkSettings): (bytes: Buffer) => void {
  let before: Promise<void> | undefined;
  return (bytes) => {
    if (passage.latency || before) before = later(before, setTimeout(passage.latency));
    else socket.write(bytes);
    async function later(last: Promise<void> | undefined, due: Promise<void>): Promise<void> {
      await last;
      await due;
      socket.write(bytes);
    }
  };
}
