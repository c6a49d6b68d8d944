import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

/** A statement sent by a client. */
export interface SentStatement {
  readonly text: string;
  /** Values as text, or as bytes in binary format. */
  readonly values: readonly (string | Buffer | null)[];
  /** Name of a prepared statement. */
  readonly name: string | undefined;
}

/** TCP proxy between a client and PostgreSQL that records statements. */
export interface StatementTap {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Returns and clears the recorded statements. */
  take(): SentStatement[];
  stop(): Promise<void>;
}

/** Starts a proxy for the database at `databaseUrl`. */
export async function tapStatements(databaseUrl: string): Promise<StatementTap> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let noted: SentStatement[] = [];
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const reader = new FrontendReader((statement) => noted.push(statement));
    client.on('data', (bytes: Buffer) => reader.read(bytes));
    client.pipe(database).pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket
        .setNoDelay(true)
        .on('close', () => sockets.delete(socket))
        .on('error', () => socket.destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const take = () => {
    const taken = noted;
    noted = [];
    return taken;
  };
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: url.href, take, stop };
}

/**
 * Parses the messages of one client. `Query`, `Parse` and `Bind` are recorded.
 * @see https://www.postgresql.org/docs/18/protocol-message-formats.html
 */
class FrontendReader {
  readonly #note: (statement: SentStatement) => void;
  /** Statement texts by name. The last unnamed statement has the empty name. */
  readonly #texts = new Map<string, string>();
  #rest = Buffer.alloc(0);
  #hasStarted = false;

  constructor(note: (statement: SentStatement) => void) {
    this.#note = note;
  }

  read(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      // The start-up message is the only one without a type byte.
      const head = this.#hasStarted ? 1 : 0;
      if (this.#rest.length < head + 4) return;
      const end = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < end) return;
      const message = this.#rest.subarray(head + 4, end);
      if (this.#hasStarted) this.#noteMessage(String.fromCharCode(this.#rest[0] ?? 0), new MessageReader(message));
      this.#hasStarted = true;
      this.#rest = this.#rest.subarray(end);
    }
  }

  #noteMessage(type: string, message: MessageReader): void {
    if (type === 'Q') this.#note({ text: message.text(), values: [], name: undefined });
    if (type === 'P') this.#texts.set(message.text(), message.text());
    if (type !== 'B') return;
    message.text();
    const name = message.text();
    this.#note({ text: this.#texts.get(name) ?? '', values: message.values(), name: name || undefined });
  }
}

/** Reads the fields of one message in order. */
class MessageReader {
  readonly #bytes: Buffer;
  #place = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Null-terminated string. */
  text(): string {
    const end = this.#bytes.indexOf(0, this.#place);
    const text = this.#bytes.toString('utf8', this.#place, end);
    this.#place = end + 1;
    return text;
  }

  /** Values of a `Bind` message: format codes (0 text, 1 binary), then values with their length (−1 for null). */
  values(): (string | Buffer | null)[] {
    const formats = Array.from({ length: this.#int16() }, () => this.#int16());
    return Array.from({ length: this.#int16() }, (_each, index) => {
      const length = this.#bytes.readInt32BE(this.#place);
      this.#place += 4;
      if (length < 0) return null;
      const bytes = this.#bytes.subarray(this.#place, (this.#place += length));
      const format = formats.length === 1 ? formats[0] : formats[index];
      return format === 1 ? Buffer.from(bytes) : bytes.toString('utf8');
    });
  }

  #int16(): number {
    const value = this.#bytes.readInt16BE(this.#place);
    this.#place += 2;
    return value;
  }
}
