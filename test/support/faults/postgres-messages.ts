/** A message of the frontend/backend protocol of PostgreSQL. */
interface PostgresMessage {
  readonly bytes: Buffer;
  /** Statement of `Q` and `P`, prepared statement of `B`; otherwise empty. */
  readonly statement: string;
}

/** Sizes of the type and length fields in bytes. */
const [KIND, LENGTH] = [1, 4];

/**
 * Splits the bytes that a client sends to PostgreSQL into messages.
 * @returns a function that takes a chunk and returns the messages completed by it
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function messageReader(): (chunk: Buffer) => PostgresMessage[] {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
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

/** Length of a message including its type byte, or `undefined` if not enough bytes are there. */
function lengthOf(bytes: Buffer, isFirst: boolean): number | undefined {
  const kind = isFirst ? 0 : KIND;
  return bytes.length < kind + LENGTH ? undefined : kind + bytes.readUInt32BE(kind);
}

function messageOf(bytes: Buffer, isFirst: boolean, prepared: Map<string, string>): PostgresMessage {
  const kind = isFirst ? '' : String.fromCharCode(bytes[0] ?? 0);
  const [first = '', second = ''] = bytes.toString('utf8', KIND + LENGTH).split('\0', 2);
  // `Parse` has the name and text of the statement, `Bind` the names of a portal and of a statement.
  if (kind === 'P') prepared.set(first, second);
  const statements: Record<string, string | undefined> = { Q: first, P: second, B: prepared.get(second) };
  return { bytes, statement: statements[kind] ?? '' };
}
