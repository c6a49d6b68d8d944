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
export function messageReader(): (chunk: Buffer) => PostgresMessage[] {
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

/** Length of a message including its type byte, or `undefined` if not enough bytes are there. */
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
