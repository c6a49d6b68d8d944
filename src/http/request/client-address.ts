import { isIP } from 'node:net';
import type { Request } from 'express';
import type { Configuration } from '../../kernel/config/configuration.js';

/** Prefix of IPv4 addresses on IPv6 sockets (RFC 4291, 2.5.5.2). */
const IPV4_MAPPED_PREFIX = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** The IP address of a client. Behind a trusted proxy, the last one in `X-Forwarded-For`: the client can forge those before it. */
export function clientAddressOf(request: Request, { TRUST_PROXY }: Configuration): string {
  const forwarded = TRUST_PROXY ? withoutPort(request.get('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? '') : '';
  const address = isIP(forwarded) ? forwarded : (request.socket.remoteAddress ?? '');
  return address.replace(IPV4_MAPPED_PREFIX, '');
}

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (address: string): string =>
  /^\[([0-9a-f:.]+)\](:\d+)?$/i.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;

/** The network of a client for limits: an IPv4 address, or the /64 of an IPv6 address, in which a client can use any address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, 4).join(':');
}
