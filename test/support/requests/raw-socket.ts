import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A response as on the wire. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export async function openSocket(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/**
 * Sends bytes in pieces and returns all responses up to the close of the connection.
 * @param pieces texts with one byte per character (latin1)
 */
export async function exchange(origin: string, ...pieces: readonly string[]): Promise<WireResponse[]> {
  const socket = await openSocket(origin);
  socket.setNoDelay(true);
  const received = readUntilClose(socket);
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    // The receiver must read each piece separately.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return parseResponses(await received);
}

/** Everything received until the other side closes. */
export function readUntilClose(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  return new Promise((resolve) => socket.once('close', () => resolve(Buffer.concat(parts).toString('latin1'))));
}

/** Splits responses with a `Content-Length`. */
export function parseResponses(text: string): WireResponse[] {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const remaining = text.slice(end + 4);
  const length = Number(headers['content-length'] ?? 0);
  const body = Buffer.from(remaining.slice(0, length), 'latin1').toString('utf8');
  return [
    { status: Number(statusLine.split(' ')[1]), headers, text: body },
    ...parseResponses(remaining.slice(length)),
  ];
}
