import { describe, expect, it } from 'vitest';
import type { Request } from 'express';
import { clientAddressOf, networkOf } from '../../../../src/http/request/client-address.js';
import { readConfiguration } from '../../../../src/kernel/config/configuration.js';

const requestFrom = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    get: (name: string) => (name === 'X-Forwarded-For' ? forwarded : undefined),
  }) as Request;
const direct = readConfiguration({});
const behindProxy = readConfiguration({ TRUST_PROXY: 'true' });

describe('clientAddressOf', () => {
  it.each([
    ['192.0.2.1', undefined, direct, '192.0.2.1'],
    ['::ffff:192.0.2.1', undefined, direct, '192.0.2.1'],
    ['192.0.2.1', '198.51.100.7', direct, '192.0.2.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.7', behindProxy, '198.51.100.7'],
    ['10.0.0.1', '198.51.100.7:4711', behindProxy, '198.51.100.7'],
    ['10.0.0.1', '[2001:db8::1]:4711', behindProxy, '2001:db8::1'],
    ['10.0.0.1', '[2001:db8::1]', behindProxy, '2001:db8::1'],
    ['10.0.0.1', '198.51.100.7, <script>', behindProxy, '10.0.0.1'],
    [undefined, undefined, direct, ''],
  ])('reads %s with X-Forwarded-For %s (8.13)', (remote, forwarded, configuration, expected) => {
    expect(clientAddressOf(requestFrom(remote, forwarded), configuration)).toBe(expected);
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['1:2:3:4:5:6:7::', '1:2:3:4'],
    ['', ''],
  ])('maps %s to %s (8.13)', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});
