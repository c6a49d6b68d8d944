import type { Request } from 'express';
import type { Configuration } from '../../kernel/config/configuration.js';

/** `host[:port]`. Some invalid values match, such as ports above 65535. `URL.canParse` rejects them. */
const HOST_PATTERN = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/;

/**
 * Base of the URLs in responses: `PUBLIC_URL`, otherwise the origin of the request, followed by the REST root.
 * Forwarded headers are read only behind a trusted proxy, and only their last value: the client can forge the others.
 * The host of a request target in absolute form replaces `Host` (RFC 9112, 3.2.2). Invalid hosts are skipped.
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
