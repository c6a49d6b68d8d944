import { describe, expect, it } from 'vitest';
import { readUrlEncoded } from '../../../../src/http/request/url-encoded.js';

const read = (text: string) => {
  const { values, undecodable, excess } = readUrlEncoded(text);
  return { values: [...values], undecodable: [...undecodable], excess };
};
const decoded = (...values: [string, string[]][]) => ({ values, undecodable: [], excess: undefined });

describe('readUrlEncoded', () => {
  it.each<[string, [string, string[]][]]>([
    ['', []],
    ['&&&', []],
    ['a', [['a', ['']]]],
    ['=1', [['', ['1']]]],
    ['a=b=c', [['a', ['b=c']]]],
    ['a=1&b=2&a=3&', [['a', ['1', '3']], ['b', ['2']]]], // prettier-ignore
    ['a+b=c+d%2Be', [['a b', ['c d+e']]]],
    ['caf%C3%A9=%F0%9F%8E%89', [['café', ['🎉']]]],
    ['__proto__=1&constructor=2', [['__proto__', ['1']], ['constructor', ['2']]]], // prettier-ignore
    ['%61%5B%5D=1', [['a[]', ['1']]]],
  ])('decodes form-encoded text: %s (2.2)', (text, values) => {
    expect(read(text)).toEqual(decoded(...values));
  });

  it.each([
    ['bytes that are not UTF-8', '%FF%FE'],
    ['a Latin-1 letter', 'caf%E9'],
    ['a truncated letter', '%E0%A4%A'],
    ['a stray percent sign', '100%'],
    ['a percent sign without digits', '%zz'],
  ])('reports a value that cannot be decoded, and keeps it as sent: %s (2.8)', (_what, text) => {
    expect(read(`a=1&b=${text}&c=2`)).toEqual({
      ...decoded(['a', ['1']], ['b', [text]], ['c', ['2']]),
      undecodable: ['b'],
    });
  });

  it('reports a name that cannot be decoded with its readable part (2.8)', () => {
    expect(read('caf%E9+x%20y=1').undecodable).toEqual(['caf\ufffd x y']);
    expect(read('a%=1').undecodable).toEqual(['a%']);
  });

  it('stops after 20,000 parameters and returns the name of the next one (12.4)', () => {
    const text = (pairs: number) => Array.from({ length: pairs }, (_each, index) => `${index}=`).join('&');
    expect(read(text(20_000))).toMatchObject({ excess: undefined });
    expect(read(text(1_000_000))).toMatchObject({ excess: '20000' });
  });
});
