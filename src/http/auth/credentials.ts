import type { Request } from 'express';

/** What an `Authorization` header brings: a token, with Basic also the name of its user (RFC 6750, RFC 7617). */
export interface Credentials {
  readonly token: string;
  readonly username?: string;
}

/**
 * The credentials of a request: `undefined` where it has none, `'invalid'` where they cannot be read, or where a page of
 * another site makes a browser send Basic credentials it remembers.
 */
export function credentialsOf(request: Request): Credentials | 'invalid' | undefined {
  const header = request.get('Authorization');
  if (header === undefined) return undefined;
  const [, scheme = '', value = ''] = /^(\S+) +([^\s]+)$/.exec(header.trim()) ?? [];
  if (/^bearer$/i.test(scheme)) return { token: value };
  if (!/^basic$/i.test(scheme) || request.get('Sec-Fetch-Site') === 'cross-site') return 'invalid';
  return decodeBasicCredentials(value);
}

/** Decodes `username:token` in Base64. */
function decodeBasicCredentials(value: string): Credentials | 'invalid' {
  const [, username, token] = /^([^:]*):(.*)$/s.exec(Buffer.from(value, 'base64').toString('utf8')) ?? [];
  return username !== undefined && token ? { token, username } : 'invalid';
}
