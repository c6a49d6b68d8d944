import { describe, expect, it } from '@jest/globals';
import { AuthenticationThrottle } from '../../../../src/http/auth/authentication-throttle.js';

const MINUTE = 60_000;
const ROOM = 5000;

function counted() {
  const clock = { time: 7, now: () => clock.time };
  const wrong = new AuthenticationThrottle(clock);
  const refuse = (client: string) => {
    const { status, details } = wrong.recordFailure(client);
    return status === 429 ? `429 ${details.headers?.['Retry-After']}` : String(status);
  };
  const times = (count: number, client: string) => {
    for (let sent = 0; sent < count; sent += 1) refuse(client);
  };
  /** Sends one wrong credential from each of `size` networks. */
  const crowd = (size: number) => {
    for (let each = 0; each < size; each += 1) refuse(`10.${each >> 16}.${(each >> 8) & 255}.${each & 255}`);
  };
  return { clock, refuse, times, crowd };
}

describe('Limit of wrong credentials', () => {
  it('counts 5000 networks separately, and all other networks together (12.5)', () => {
    const { refuse, crowd } = counted();
    crowd(ROOM);
    for (let sent = 0; sent < 300; sent += 1) expect(refuse(`172.16.${sent}.1`)).toBe('401');
    expect([refuse('172.17.0.1'), refuse('2001:db8::1'), refuse('10.0.0.0')]).toEqual(['429 900', '429 900', '401']);
  });

  it('counts IPv6 addresses by /64 (12.5)', () => {
    const { refuse, times } = counted();
    times(300, '2001:db8:0:1::1');
    expect([refuse('2001:db8:0:1:9::9'), refuse('2001:db8:0:2::1')]).toEqual(['429 900', '401']);
  });

  it('keeps the count of a network while many other networks fail (12.5)', () => {
    const { clock, refuse, times, crowd } = counted();
    times(300, '192.0.2.1');
    crowd(3 * ROOM);
    clock.time += 15 * MINUTE - 1;
    expect(refuse('192.0.2.1')).toBe('429 1');
  });

  it('frees the counters of networks without recent failures (12.5)', () => {
    const { clock, refuse, times, crowd } = counted();
    crowd(ROOM);
    times(300, '192.0.2.1');
    clock.time += 10 * MINUTE;
    refuse('10.0.0.0');
    clock.time += 5 * MINUTE;
    expect(refuse('192.0.2.2')).toBe('401');
    times(298, '10.0.0.0');
    expect([refuse('10.0.0.0'), refuse('10.0.0.0')]).toEqual(['401', '429 600']);
  });
});
