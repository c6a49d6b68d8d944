import { isIP } from 'node:net';
import type { Request } from 'express';
import type { Configuration } from '../../config/configuration.js';

/** IPv4 as IPv6 sockets see it (RFC 4291, 2.5.5.2). */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * The network address of a client. Behind a trusted proxy it is the last one in `X-Forwarded-For`, which that proxy has put there:
 * those before it are the client's own word.
 */
export function clientAddress(request: Request, { TRUST_PROXY }: Configuration): string {
  const forwarded = TRUST_PROXY ? request.get('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined;
  const address = forwarded !== undefined && isIP(forwarded) ? forwarded : (request.socket.remoteAddress ?? '');
  return address.replace(MAPPED, '');
}
