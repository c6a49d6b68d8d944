/** A message of the frontend/backend protocol of PostgreSQL: the bytes, and what they say. */
export interface PostgresMessage {
  readonly bytes: Buffer;
  /** The letter of its kind, such as `Q`; empty for the first one of a connection, which has none. */
  readonly kind: string;
  /** The text of a statement in `Q` and `P`, and of the prepared statement in `B`; else empty. */
  readonly statement: string;
}

/** Bytes of a kind and of a length. */
const [KIND, LENGTH] = [1, 4];

/**
 * Splits what a client sends to PostgreSQL into its messages, however the network has cut it.
 * @returns takes some bytes, and gives the messages that are complete with them
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function messageReader(): (chunk: Buffer) => PostgresMessage[] {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  /** The texts of the prepared statements, by name. */
  const prepared = new Map<string, string>();
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: PostgresMessage[] = [];
    for (;;) {
      const length = lengthOf(rest, isFirst);
      if (length === undefined || rest.length < length) return messages;
      messages.push(messageOf(rest.subarray(0, length), isFirst, prepared));
      rest = rest.subarray(length);
      isFirst = false;
    }
  };
}

/** The length that a message says it has, its kind included. */
function lengthOf(bytes: Buffer, isFirst: boolean): number | undefined {
  const kind = isFirst ? 0 : KIND;
  return bytes.length < kind + LENGTH ? undefined : kind + bytes.readUInt32BE(kind);
}

function messageOf(bytes: Buffer, isFirst: boolean, prepared: Map<string, string>): PostgresMessage {
  const kind = isFirst ? '' : String.fromCharCode(bytes[0] ?? 0);
  const [first = '', second = ''] = bytes.toString('utf8', KIND + LENGTH).split('\0', 2);
  // `Parse` has the name of the statement and its text, `Bind` the names of a portal and of a statement.
  if (kind === 'P') prepared.set(first, second);
  const statements: Record<string, string | undefined> = { Q: first, P: second, B: prepared.get(second) };
  return { bytes, kind, statement: statements[kind] ?? '' };
}
