import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { readMessages } from './postgres-messages.js';

/** A break that is to come at the `COMMIT` of a transaction that has written to a table. */
export interface Cut {
  readonly table: string;
  /** Before the `COMMIT` is handed on, just after that, or once the database has answered. */
  readonly when: 'unsent' | 'asked' | 'answered';
  done(): void;
}

/** How connections are handed on at present. */
export interface Passage {
  /** What each way takes in addition, in milliseconds. */
  latency: number;
  /** The one that is to come. */
  cut: Cut | undefined;
}

/** Hands on what comes from one to the other; where one ends, so does the other. */
export function join(client: Socket, database: Socket, passage: Passage): void {
  const [messagesIn, toDatabase, toClient] = [readMessages(), inOrder(database, passage), inOrder(client, passage)];
  const cutAt = watchTransactions(passage);
  let cut: Cut | undefined;
  const end = () => {
    client.destroy();
    database.destroy();
    cut?.done();
  };
  client.setNoDelay().on('close', () => database.destroy());
  database.setNoDelay().on('close', () => client.destroy());
  client.on('data', (chunk: Buffer) => {
    for (const { bytes, statement } of messagesIn(chunk)) {
      cut ??= cutAt(statement);
      if (cut?.when === 'unsent') end();
      else if (cut?.when === 'asked') database.end(bytes, end);
      else toDatabase(bytes);
    }
  });
  database.on('data', (chunk: Buffer) => {
    if (cut) end();
    else toClient(chunk);
  });
}

/** Tells by the statements of a connection whether it is to be cut at one of them. */
function watchTransactions(passage: Passage): (statement: string) => Cut | undefined {
  let written = new Set<string>();
  return (statement) => {
    if (/^\s*begin\b/i.test(statement)) written = new Set();
    for (const [, table = ''] of statement.matchAll(/\binsert into "?(\w+)/gi)) written.add(table);
    const { cut } = passage;
    if (!cut || !/^\s*commit\b/i.test(statement) || !written.has(cut.table)) return undefined;
    passage.cut = undefined;
    return cut;
  };
}

/** Writes to a socket, each part when its time has come, and none before another that came earlier. */
function inOrder(socket: Socket, passage: Passage): (bytes: Buffer) => void {
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
