import { describe, expect, it } from 'vitest';
import type { Request } from 'express';
import { baseUrlOf } from '../../../../src/http/request/base-url.js';
import { readConfiguration } from '../../../../src/kernel/config/configuration.js';

const BEHIND_PROXY = { TRUST_PROXY: 'true' };

describe('baseUrlOf', () => {
  it.each([
    ['evil.example, agenda.example', 'http, https', BEHIND_PROXY, 'https://agenda.example'],
    ['evil.example,agenda.example:8443 ', 'https,http', BEHIND_PROXY, 'http://agenda.example:8443'],
    ['agenda.example, a/b', 'https', BEHIND_PROXY, 'https://inner.example'],
    ['agenda.example,', 'https', BEHIND_PROXY, 'https://inner.example'],
    ['evil.example, agenda.example', 'https', {}, 'http://inner.example'],
    ['evil.example', 'http', { ...BEHIND_PROXY, PUBLIC_URL: 'https://public.example' }, 'https://public.example'],
  ])('reads X-Forwarded-Host %j and -Proto %j with %j as %s (11.1)', (host, proto, environment, expected) => {
    const headers: Record<string, string> = {
      Host: 'inner.example',
      'X-Forwarded-Host': host,
      'X-Forwarded-Proto': proto,
    };
    const request = { get: (name: string) => headers[name] } as Request;
    expect(baseUrlOf(request, readConfiguration(environment))).toBe(expected);
  });
});
