import { describe, expect, it } from 'vitest';
import type { HostileCase } from '../../hostile/hostile-case.js';
import { readCases, representativeCases } from '../../hostile/read-cases.js';
import { requestBytes } from '../../hostile/request-bytes.js';
import { findFaults } from '../../hostile/run-cases.js';

const TAGS: HostileCase = { name: 'tags', path: '/tags', status: [200], note: 'a read' };
const target = { tokens: { author: 'secret' }, fixtures: { tag_id: '7' } };
const bytesOf = (overrides: Partial<HostileCase>) => requestBytes({ ...TAGS, ...overrides }, target).toString('latin1');

describe('Hostile cases', () => {
  it('are sent with fixtures filled in and generated parts expanded, otherwise as written', () => {
    expect(bytesOf({ path: '/tags/{tag_id}', auth: 'author' })).toBe(
      'GET /tags/7 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\nauthorization: Bearer secret\r\n\r\n',
    );
    expect(bytesOf({ query: 'a=%ZZ', headers: { 'content-length': '1', 'Content-Length': '2' } })).toMatch(
      /^GET \/tags\?a=%ZZ HTTP[^]*content-length: 1\r\nContent-Length: 2\r\n/,
    );
    const body = { a: { $nest: ['[', ']', 2, '1'] }, c: { $range: [1, 3] }, d: { $fill: [[{ e: 1 }], 2] } };
    expect(bytesOf({ body }).split('\r\n\r\n')[1]).toBe('{"a":[[1]],"c":[1,2,3],"d":[{"e":1},{"e":1}]}');
    expect(() => bytesOf({ path: '/{unknown_id}' })).toThrow('No fixture "unknown_id"');
  });

  it('have a representative subset with every category', () => {
    const categoriesOf = (cases: readonly HostileCase[]) => [...new Set(cases.map(({ name }) => name.split('.')[0]))];
    const subset = representativeCases();
    expect(categoriesOf(subset)).toEqual(categoriesOf(readCases()));
    expect(subset.length).toBeLessThan(readCases().length / 2);
  });

  it('report every fault of a response', () => {
    const response = { status: 200, answers: 1, milliseconds: 9, head: 'a: 1', body: 'b 7' };
    const faults = (expected: Partial<HostileCase>, received: object = {}) =>
      findFaults({ ...TAGS, ...expected }, { ...response, ...received }, target.fixtures);
    expect(faults({ body_present: ['b'], body_absent: ['8'], header_absent: ['b'], max_ms: 10 })).toEqual([]);
    expect(faults({}, { status: 0, failure: 'closed' })).toEqual(['closed']);
    expect(faults({ status: [503] }, { status: 503 })).toEqual(['status 503, expected 503']);
    const expectations = {
      status: [404],
      answers: 2,
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
