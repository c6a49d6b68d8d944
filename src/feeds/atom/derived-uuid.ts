import { createHash } from 'node:crypto';

/**
 * UUID of a name within a namespace (version 5). The same arguments always result in the same UUID.
 * @param namespace a UUID
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.5
 */
export function derivedUuid(namespace: string, name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
