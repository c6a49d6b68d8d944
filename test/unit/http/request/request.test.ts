import { describe, expect, it } from 'vitest';
import type { Request } from 'express';
import { baseUrlOf } from '../../../../src/http/request/base-url.js';
import { readConfiguration } from '../../../../src/kernel/config/configuration.js';
import { clientAddressOf, networkOf } from '../../../../src/http/request/client-address.js';
import { parseMediaType } from '../../../../src/http/request/media-type.js';
import { readUrlEncoded } from '../../../../src/http/request/url-encoded.js';
import { loggedPath, loggedQuery } from '../../../../src/http/request/logged-url.js';
import { requestStateOf } from '../../../../src/http/request/request-state.js';

const BEHIND_PROXY = { TRUST_PROXY: 'true' };

describe('baseUrlOf', () => {
  it.each([
    ['evil.example, agenda.example', 'http, https', BEHIND_PROXY, 'https://agenda.example'],
    ['evil.example,agenda.example:8443 ', 'https,http', BEHIND_PROXY, 'http://agenda.example:8443'],
    ['agenda.example, a/b', 'https', BEHIND_PROXY, 'https://inner.example'],
    ['agenda.example,', 'https', BEHIND_PROXY, 'https://inner.example'],
    ['evil.example, agenda.example', 'https', {}, 'http://inner.example'],
    ['evil.example', 'http', { ...BEHIND_PROXY, PUBLIC_URL: 'https://public.example' }, 'https://public.example'],
  ])('reads X-Forwarded-Host %j and -Proto %j with %j as %s (11.1)', (host, proto, environment, expected) => {
    const headers: Record<string, string> = {
      Host: 'inner.example',
      'X-Forwarded-Host': host,
      'X-Forwarded-Proto': proto,
    };
    const request = { get: (name: string) => headers[name] } as Request;
    expect(baseUrlOf(request, readConfiguration(environment))).toBe(expected);
  });
});

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
  ])('reads %s with X-Forwarded-For %s as $3 (8.13)', (remote, forwarded, configuration, expected) => {
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
    ['application/json; __proto__=a; constructor=b', Object.fromEntries([['__proto__', 'a'], ['constructor', 'b']])], // oxfmt-ignore
  ])('reads a media type with its parameters: %s (2.1)', (value, parameters) => {
    expect(parsed(value)).toEqual(['application/json', parameters]);
  });

  it.each([
    'json',
    'application /json',
    'application/json, text/plain',
    'application/json; charset',
    'application/json; charset = utf-8',
    'application/json; charset=utf-8 x',
    'application/json; charset="utf-8',
    'application/json; charset=utf-8; charset=latin1',
    '',
  ])('rejects a malformed media type: %s (2.1)', (value) => {
    expect(parsed(value)).toBeUndefined();
  });
});

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
    ['a=1&b=2&a=3&', [['a', ['1', '3']], ['b', ['2']]]], // oxfmt-ignore
    ['a+b=c+d%2Be', [['a b', ['c d+e']]]],
    ['caf%C3%A9=%F0%9F%8E%89', [['café', ['🎉']]]],
    ['__proto__=1&constructor=2', [['__proto__', ['1']], ['constructor', ['2']]]], // oxfmt-ignore
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

  it('reports the readable part of a name that cannot be decoded (2.8)', () => {
    expect(read('caf%E9+x%20y=1').undecodable).toEqual(['caf\ufffd x y']);
    expect(read('a%=1').undecodable).toEqual(['a%']);
  });

  it('stops after 20,000 parameters and returns the name of the next one (12.4)', () => {
    const text = (pairs: number) => Array.from({ length: pairs }, (_each, index) => `${index}=`).join('&');
    expect(read(text(20_000))).toMatchObject({ excess: undefined });
    expect(read(text(1_000_000))).toMatchObject({ excess: '20000' });
  });
});

const requestOf = (url: string, route?: string, params = {}): Request => {
  const request = { url, params } as unknown as Request;
  const parameters = new Set(['page', 'tags', 'search', 'start_date', 'after', 'password']);
  const secretInputs = { headers: [], parameters: ['password'] };
  Object.assign(
    requestStateOf(request),
    route ? { route, declaredParameters: parameters, secretInputs } : { secretInputs },
  );
  return request;
};
const loggedQueryOf = (query: string) => loggedQuery(requestOf(`/events?${query}`, '/events'));

describe('URL of a request in the log', () => {
  it('is the route with the id, or * without a query if no route matches (8.15)', () => {
    expect(loggedPath(requestOf('/ca/events/7/', '/events/:id', { id: '7' }))).toBe('/events/7');
    expect(loggedPath(requestOf('/events/by-slug/a', '/events/by-slug/:slug', { slug: 'a' }))).toBe(
      '/events/by-slug/:slug',
    );
    expect(loggedPath(requestOf('/cal_0123456789'))).toBe('*');
    expect(loggedQuery(requestOf('/events?page=2'))).toBe('');
  });

  it.each([
    ['page=2&tags[]=1&tags[1]=2&%74ags=3', 'page=2&tags=1&tags=2&tags=3'],
    ['search=jazz+night&start_date=2030-01-01%2010:00', 'search=jazz+night&start_date=2030-01-01+10%3A00'],
    ['search=can%C3%A7%C3%B3&tags=1,2,concert-de-jazz', 'search=can%C3%A7%C3%B3&tags=1%2C2%2Cconcert-de-jazz'],
    ['page', 'page='],
    ['', ''],
  ])('has the declared parameters of %s', (query, expected) => {
    expect(loggedQueryOf(query)).toBe(expected);
  });

  it.each([
    'password=hunter2',
    'PASSWORD=hunter2',
    '%70assword=hunter2',
    '%2570assword=hunter2',
    'password[]=hunter2',
    'page[hunter2]=1',
    '+password+=hunter2',
    'search=%E0password=hunter2',
    'x=1;password=hunter2',
    'search=x%26password=hunter2',
    'hunter2',
    'search=<hunter2>',
    `search=${'hunter2'.repeat(5)}`,
    `search=x+${'hunter2'.repeat(5)}`,
  ])('hides possible secrets: %s (8.15)', (query) => {
    expect(loggedQueryOf(query)).not.toContain('hunter2');
  });
});
