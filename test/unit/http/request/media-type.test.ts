import { describe, expect, it } from 'vitest';
import { parseMediaType } from '../../../../src/http/request/media-type.js';

const parsed = (value: string) => {
  const type = parseMediaType(value);
  return type && [type.name, Object.fromEntries(type.parameters)];
};

describe('parseMediaType', () => {
  it.each<[string, Record<string, string>]>([
    ['Application/JSON', {}],
    ['application/json;', {}],
    ['application/json ; ;;\t; ', {}],
    ['application/json;charset=UTF-8', { charset: 'UTF-8' }],
    ['application/json ;\tCharset="utf-8" ; v=1;', { charset: 'utf-8', v: '1' }],
    [String.raw`application/json; charset="utf\-8"`, { charset: 'utf-8' }],
    [String.raw`application/json; a=";\"=\\"; b=""`, { a: ';"=\\', b: '' }],
    ['application/json; __proto__=a; constructor=b', Object.fromEntries([['__proto__', 'a'], ['constructor', 'b']])], // prettier-ignore
  ])('reads a media type with its parameters: %s (2.1)', (value, parameters) => {
    expect(parsed(value)).toEqual(['application/json', parameters]);
  });

  it.each([
    '',
    'json',
    'application /json',
    'application/json, text/plain',
    'application/json; charset',
    'application/json; charset = utf-8',
    'application/json; charset=utf-8 x',
    'application/json; charset="utf-8',
    'application/json; charset=utf-8; charset=latin1',
  ])('rejects a malformed media type: %s (2.1)', (value) => {
    expect(parsed(value)).toBeUndefined();
  });
});
