import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** A token (RFC 6750). With Basic, it is sent as the password of its user (RFC 7617). */
export interface Credentials {
  readonly token: string;
  readonly username?: string;
}

/**
 * Reads the `Authorization` header.
 * @returns `undefined` without the header; `'invalid'` if it is malformed, if its scheme is neither Bearer nor Basic,
 *   or if a page of another site made the browser send remembered Basic credentials
 */
export function credentialsOf(request: Request): Credentials | 'invalid' | undefined {
  const header = request.get('Authorization');
  if (header === undefined) return undefined;
  const [, scheme = '', value = ''] = /^(\S+) +([^\s]+)$/.exec(header.trim()) ?? [];
  if (/^bearer$/i.test(scheme)) return { token: value };
  if (!/^basic$/i.test(scheme) || request.get('Sec-Fetch-Site') === 'cross-site') return 'invalid';
  return decodeBasicCredentials(value);
}

function decodeBasicCredentials(value: string): Credentials | 'invalid' {
  const [, username, token] = /^([^:]*):(.*)$/s.exec(Buffer.from(value, 'base64').toString('utf8')) ?? [];
  return username !== undefined && token ? { token, username } : 'invalid';
}

/** Handler parameter: the token of the request. Empty if there is none. */
export const PresentedToken = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  const credentials = credentialsOf(execution.switchToHttp().getRequest<Request>());
  return typeof credentials === 'object' ? credentials.token : '';
});
