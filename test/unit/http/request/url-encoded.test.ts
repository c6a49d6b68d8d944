import { describe, expect, it } from '@jest/globals';
import { readUrlEncoded } from '../../../../src/http/request/url-encoded.js';

const read = (text: string) => {
  const { values, undecodable: unreadable, excess } = readUrlEncoded(text);
  return { values: [...values], unreadable: [...unreadable], excess };
};
const fine = (...values: [string, string[]][]) => ({ values, unreadable: [], excess: undefined });

describe('what is URL-encoded', () => {
  it.each<[string, [string, string[]][]]>([
    ['', []],
    ['&&&', []],
    ['a', [['a', ['']]]],
    ['a=', [['a', ['']]]],
    ['=1', [['', ['1']]]],
    ['=', [['', ['']]]],
    ['a=b=c', [['a', ['b=c']]]],
    ['a=1&b=2&a=3&', [['a', ['1', '3']], ['b', ['2']]]], // prettier-ignore
    ['a+b=c+d%2Be', [['a b', ['c d+e']]]],
    ['caf%C3%A9=%F0%9F%8E%89', [['café', ['🎉']]]],
    ['café=🎉', [['café', ['🎉']]]],
    ['%00=%00', [['\0', ['\0']]]],
    ['__proto__=1&constructor=2', [['__proto__', ['1']], ['constructor', ['2']]]], // prettier-ignore
    ['%61%5B%5D=1', [['a[]', ['1']]]],
  ])('2.2 is read as forms write it: %s', (text, values) => {
    expect(read(text)).toEqual(fine(...values));
  });

  it.each([
    ['bytes that are no letters', '%FF%FE'],
    ['a letter of Latin-1', 'caf%E9'],
    ['a letter cut off', '%E0%A4%A'],
    ['half of a surrogate pair', '%ED%A0%80'],
    ['a letter written longer than it is', '%C0%80'],
    ['what is beyond Unicode', '%F4%90%80%80'],
    ['a stray percent sign', '100%'],
    ['no digits', '%zz'],
  ])('2.8 says what cannot be decoded, and keeps it as it was sent: %s', (_what, text) => {
    expect(read(`a=1&b=${text}&c=2`)).toEqual({
      ...fine(['a', ['1']], ['b', [text]], ['c', ['2']]),
      unreadable: ['b'],
    });
  });

  it('2.8 names what cannot be decoded as far as it can be read', () => {
    expect(read('caf%E9+x%20y=1').unreadable).toEqual(['caf\ufffd x y']);
    expect(read('a%=1').unreadable).toEqual(['a%']);
  });

  it('12.4 is read as long as there may be parameters', () => {
    const text = (pairs: number) => Array.from({ length: pairs }, (_each, index) => `${index}=`).join('&');
    expect(read(text(20_000))).toMatchObject({ excess: undefined });
    expect(read(text(1_000_000))).toMatchObject({ excess: '20000' });
  });
});
