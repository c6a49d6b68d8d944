import type { Request } from 'express';
import type { Configuration } from '../../kernel/config/configuration.js';

/** `host[:port]`. Matches some invalid values, such as ports above 65535. */
const HOST_PATTERN = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/;

/**
 * Origin and REST root of URLs in responses: `PUBLIC_URL`, otherwise the origin of the request. Forwarded headers count only behind a
 * trusted proxy, each with its last value: the client can forge those before it. The host of a target in absolute form replaces `Host`
 * (RFC 9112, 3.2.2). An invalid host is never used.
 */
export function baseUrlOf(request: Request, configuration: Configuration): string {
  return `${configuration.PUBLIC_URL ?? serverOriginOf(request, configuration)}${configuration.REST_ROOT}`;
}

function serverOriginOf(request: Request, { TRUST_PROXY, HOST, PORT }: Configuration): string {
  const forwarded = (name: string) => (TRUST_PROXY ? request.get(name)?.split(',').at(-1)?.trim() : undefined);
  const scheme = forwarded('X-Forwarded-Proto') === 'https' ? 'https' : 'http';
  const [, targetHost] = /^https?:\/\/([^/?]+)/i.exec(request.originalUrl) ?? [];
  const candidates = [forwarded('X-Forwarded-Host'), targetHost, request.get('Host'), `${HOST}:${PORT}`];
  const isHost = (candidate: string) => HOST_PATTERN.test(candidate) && URL.canParse(`${scheme}://${candidate}`);
  const host = candidates.find((candidate) => candidate !== undefined && isHost(candidate));
  return `${scheme}://${host ?? 'localhost'}`;
}
