import { describe, expect, it } from 'vitest';
import type { HostileCase } from '../../hostile/hostile-case.js';
import { findFaults } from '../../hostile/run-cases.js';

const TAGS: HostileCase = { name: 'tags', path: '/tags', status: [200], note: 'a read' };

describe('Hostile cases', () => {
  it('report every fault of a response', () => {
    const response = { status: 200, responses: 1, milliseconds: 9, head: 'a: 1', body: 'b 7' };
    const faults = (expected: Partial<HostileCase>, received: object = {}) =>
      findFaults({ ...TAGS, ...expected }, { ...response, ...received }, { tag_id: '7' });
    expect(faults({ body_present: ['b'], body_absent: ['8'], header_absent: ['b'], max_ms: 10 })).toEqual([]);
    expect(faults({}, { status: 0, failure: 'closed' })).toEqual(['closed']);
    // A 5xx is a fault even if the case allows it.
    expect(faults({ status: [503] }, { status: 503 })).toEqual(['status 503, expected 503']);
    const expectations = {
      status: [404],
      responses: 2,
      body_present: ['c'],
      body_absent: ['{tag_id}'],
      header_absent: ['a: 1'],
    };
    expect(faults({ ...expectations, max_ms: 8 })).toEqual([
      'status 200, expected 404',
      '1 responses, expected 2',
      'the body lacks c',
      'the body contains 7',
      'the head contains a: 1',
      '9 ms, limit 8',
    ]);
  });
});
