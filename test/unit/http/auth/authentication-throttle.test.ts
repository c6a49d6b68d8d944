import { describe, expect, it } from 'vitest';
import { AuthenticationThrottle } from '../../../../src/http/auth/authentication-throttle.js';

const MINUTE_MS = 60_000;
const MAX_NETWORKS = 5000;
/** Wrong credentials that a network may send in 15 minutes. */
const MAX_FAILURES = 300;

function createThrottle() {
  const clock = { time: 7, now: () => clock.time };
  const throttle = new AuthenticationThrottle(clock);
  /** Records a wrong credential. Returns the status, with the `Retry-After` of a 429. */
  const fail = (client: string) => {
    const { status, details } = throttle.recordFailure(client);
    return status === 429 ? `429 ${details.headers?.['Retry-After']}` : String(status);
  };
  const failTimes = (count: number, client: string) => {
    for (let index = 0; index < count; index += 1) fail(client);
  };
  /** Records one wrong credential from each of `count` networks. */
  const failFromNetworks = (count: number) => {
    for (let index = 0; index < count; index += 1) fail(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
  };
  return { clock, fail, failTimes, failFromNetworks };
}

describe('Limit of wrong credentials', () => {
  it('counts 5000 networks separately, and all other networks together (12.5)', () => {
    const { fail, failFromNetworks } = createThrottle();
    failFromNetworks(MAX_NETWORKS);
    for (let index = 0; index < MAX_FAILURES; index += 1) expect(fail(`172.16.${index}.1`)).toBe('401');
    expect([fail('172.17.0.1'), fail('2001:db8::1'), fail('10.0.0.0')]).toEqual(['429 900', '429 900', '401']);
  });

  it('counts IPv6 addresses by /64 (12.5)', () => {
    const { fail, failTimes } = createThrottle();
    failTimes(MAX_FAILURES, '2001:db8:0:1::1');
    expect([fail('2001:db8:0:1:9::9'), fail('2001:db8:0:2::1')]).toEqual(['429 900', '401']);
  });

  it('keeps the count of a network while many other networks fail (12.5)', () => {
    const { clock, fail, failTimes, failFromNetworks } = createThrottle();
    failTimes(MAX_FAILURES, '192.0.2.1');
    failFromNetworks(3 * MAX_NETWORKS);
    clock.time += 15 * MINUTE_MS - 1;
    expect(fail('192.0.2.1')).toBe('429 1');
  });

  it('frees the counters of networks without recent failures (12.5)', () => {
    const { clock, fail, failTimes, failFromNetworks } = createThrottle();
    failFromNetworks(MAX_NETWORKS);
    failTimes(MAX_FAILURES, '192.0.2.1');
    clock.time += 10 * MINUTE_MS;
    fail('10.0.0.0');
    clock.time += 5 * MINUTE_MS;
    expect(fail('192.0.2.2')).toBe('401');
    failTimes(MAX_FAILURES - 2, '10.0.0.0');
    expect([fail('10.0.0.0'), fail('10.0.0.0')]).toEqual(['401', '429 600']);
  });
});
