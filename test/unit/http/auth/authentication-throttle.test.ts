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
  /** One from each of so many networks. */
  const crowd = (size: number) => {
    for (let each = 0; each < size; each += 1) refuse(`10.${each >> 16}.${(each >> 8) & 255}.${each & 255}`);
  };
  return { clock, wrong, refuse, times, crowd };
}

describe('the networks that wrong credentials come from', () => {
  it('12.5 are 5000 at most; those beyond count as one', () => {
    const { wrong, refuse, crowd } = counted();
    crowd(ROOM);
    expect(wrong.trackedNetworkCount).toBe(ROOM);
    for (let sent = 0; sent < 300; sent += 1) expect(refuse(`172.16.${sent}.1`)).toBe('401');
    expect([refuse('172.17.0.1'), refuse('2001:db8::1'), refuse('10.0.0.0')]).toEqual(['429 900', '429 900', '401']);
    expect(wrong.trackedNetworkCount).toBe(ROOM + 1);
  });

  it('12.5 are never forgotten before their time, whoever comes', () => {
    const { clock, wrong, refuse, times, crowd } = counted();
    times(300, '192.0.2.1');
    crowd(3 * ROOM);
    clock.time += 15 * MINUTE - 1;
    expect(refuse('192.0.2.1')).toBe('429 1');
    expect(wrong.trackedNetworkCount).toBe(ROOM + 1);
  });

  it('12.5 make room for others once none of theirs counts', () => {
    const { clock, wrong, refuse, times, crowd } = counted();
    crowd(ROOM);
    times(300, '192.0.2.1');
    clock.time += 10 * MINUTE;
    refuse('10.0.0.0');
    clock.time += 5 * MINUTE;
    expect(refuse('192.0.2.2')).toBe('401');
    expect(wrong.trackedNetworkCount).toBe(2);
    times(298, '10.0.0.0');
    expect([refuse('10.0.0.0'), refuse('10.0.0.0')]).toEqual(['401', '429 600']);
  });
});
