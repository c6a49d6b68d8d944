import { describe, expect, it } from '@jest/globals';
import { jsonOf, textOf } from '../../hostile/generated.js';
import type { HostileCase } from '../../hostile/hostile-case.js';
import { faultsOf } from '../../hostile/judge.js';
import { requestBytes } from '../../hostile/request-bytes.js';
import { casesOf } from '../../hostile/tables.js';

const TAGS: HostileCase = { name: 'tags', method: 'GET', path: '/tags', expect: { status: [200], note: 'a read' } };
const asking = { restRoot: '/wp-json', tokens: { author: 'secret' }, fixtures: { tag_id: '7' } };
const sent = (more: Partial<HostileCase>) => {
  const { head, body } = requestBytes({ ...TAGS, ...more }, asking);
  return `${head.toString('latin1')}${body?.toString() ?? ''}`;
};

describe('a hostile case', () => {
  it('goes over the wire as it is written', () => {
    expect(sent({ path: '/tags/{tag_id}', auth: 'author' })).toBe(
      'GET /wp-json/tags/7 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\nauthorization: Bearer secret\r\n\r\n',
    );
    expect(sent({ query: { 'a b': 'é&' } })).toContain('GET /wp-json/tags?a%20b=%C3%A9%26 HTTP');
    expect(sent({ query: 'a=%ZZ' })).toContain('GET /wp-json/tags?a=%ZZ HTTP');
    expect(sent({ body: { id: '{tag_id}' } })).toMatch(
      /content-type: application\/json\r\ncontent-length: 10\r\n\r\n\{"id":"7"}$/,
    );
    expect(sent({ body_raw: '', headers: { 'content-type': '' } })).not.toContain('content-type');
    expect(sent({ body_raw: '{}', headers: { 'content-length': '1', 'Content-Length': '2' } })).toContain(
      'content-length: 1\r\nContent-Length: 2\r\n',
    );
  });

  it('makes what is too long to be written', () => {
    expect(textOf({ $head: 'a', $repeat: ['[b]', 2], $tail: '=1' })).toBe('a[b][b]=1');
    expect(textOf({ $csv: [3, 5] })).toBe('3,4,5');
    const made = { a: { $nest: ['[', ']', 2, '1'] }, b: { $neststr: ['<b>', '</b>', 1] }, c: { $range: [1, 3] } };
    expect(jsonOf(made, {})).toBe('{"a":[[1]],"b":"<b></b>","c":[1,2,3]}');
    expect(jsonOf({ d: { $fill: [[{ e: 1 }], 2] }, f: { $raw: '1e400' } }, {})).toBe(
      '{"d":[{"e":1},{"e":1}],"f":1e400}',
    );
    expect(jsonOf(JSON.parse('{"__proto__":{"a":1}}'), {})).toBe('{"__proto__":{"a":1}}');
  });

  it('makes many of a table', () => {
    const each = { kind: ['tags', 'venues'], value: { none: null, many: [1, 2] } };
    const made = casesOf([TAGS, { ...TAGS, name: '<kind>.<value>', path: '/<kind>', body: { a: '<value>' }, each }]);
    expect(made.map(({ name, path, body }) => [name, path, body])).toEqual([
      ['tags', '/tags', undefined],
      ['tags.none', '/tags', { a: null }],
      ['tags.many', '/tags', { a: [1, 2] }],
      ['venues.none', '/venues', { a: null }],
      ['venues.many', '/venues', { a: [1, 2] }],
    ]);
    expect(made.some((each) => 'each' in each)).toBe(false);
  });

  it('fails for every fault that there is', () => {
    const answer = { status: 200, answers: 1, milliseconds: 9, head: 'a: 1', body: 'b 7' };
    const faults = (expect: object, received: object = {}) =>
      faultsOf({ ...TAGS, expect: { ...TAGS.expect, ...expect } }, { ...answer, ...received }, asking.fixtures);
    expect(faults({ body_present: ['b'], body_absent: ['8'], header_absent: ['b'], max_ms: 10 })).toEqual([]);
    expect(faults({}, { status: 0, failure: 'closed' })).toEqual(['closed']);
    expect(faults({ status: [503] }, { status: 503 })).toEqual(['status 503, wanted 503']);
    const all = {
      status: [404],
      answers: 2,
      body_present: ['c'],
      body_absent: ['{tag_id}'],
      header_absent: ['a: 1'],
      max_ms: 8,
    };
    expect(faults(all)).toEqual([
      'status 200, wanted 404',
      '1 answers, wanted 2',
      'the body lacks c',
      'the body shows 7',
      'the head shows a: 1',
      '9 ms, at most 8',
    ]);
  });
});
