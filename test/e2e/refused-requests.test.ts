import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRecord } from '../support/records/kinds.js';
import { rawRequest } from '../support/requests/raw-request.js';
import {
  parseResponses,
  exchange,
  openSocket,
  readUntilClose,
  type WireResponse,
} from '../support/requests/raw-socket.js';
import { ADMIN_TOKEN, startTestCalendar } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();

const TAGS = '/calendar/events/v1/tags';
const HEAD_END = 'HTTP/1.1\r\nHost: a.example\r\n\r\n';
const CLOSE_HEADER = '\r\nConnection: close\r\n\r\n';
const POST = `POST ${TAGS} HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\n`;

const problemOf = ({ text }: WireResponse) => JSON.parse(text) as Record<string, unknown>;

/** Sends bytes and expects an error as the last response. */
async function expectProblem(status: number, code: string, ...pieces: readonly string[]): Promise<WireResponse> {
  const response = (await exchange(calendar.origin, ...pieces)).at(-1);
  if (!response) throw new Error('No response');
  expect([response.status, problemOf(response)]).toEqual([
    status,
    {
      type: 'about:blank',
      title: expect.stringMatching(/\S/),
      status,
      detail: expect.stringMatching(/\S/),
      instance: expect.stringMatching(/^\//),
      code,
    },
  ]);
  expect(response.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^[\w.-]{1,64}$/),
    connection: 'close',
    date: expect.stringMatching(/ GMT$/),
    vary: expect.stringContaining('Accept-Language, Authorization, X-Event-Password'),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringContaining('Retry-After'),
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  return response;
}

describe('Request URL', () => {
  const read = (path: string) => rawRequest(calendar.origin, { method: 'GET', path });
  const statusAndCodeOf = async (path: string) => {
    const { status, body } = await read(path);
    return [status, body['code']];
  };
  const urlOfLength = (length: number, start: string, filler = 'a') =>
    start + filler.repeat((length - start.length) / filler.length);

  it.each([
    ['with a query', `${TAGS}?q=`, 'a', 200],
    ['of percent-encoded characters', `${TAGS}?qq=aaaa`, '%F0%9F%8E%89', 200],
    ['with a long path', `/calendar/events/v1/`, 'a', 404],
    ['in absolute form', `http://a.example${TAGS}?q=`, 'a', 200],
  ])('is limited to 8192 bytes: %s (12.4)', async (_description, start, filler, status) => {
    const prefix = start + 'a'.repeat((8192 - start.length) % filler.length);
    const longest = urlOfLength(8192, prefix, filler);
    expect(longest).toHaveLength(8192);
    expect((await read(longest)).status).toBe(status);
    expect(await statusAndCodeOf(`${longest}a`)).toEqual([414, 'uri_too_long']);
    // Node still passes a URL of this length to the service, which adds Vary.
    const { status: refused, headers } = await read(urlOfLength(32_000, start, 'a'));
    expect([refused, headers.vary]).toEqual([414, expect.stringContaining('Accept-Language')]);
  });

  it('is 414 also if Node rejects it, in one or several chunks (12.4)', async () => {
    for (const length of [33_000, 70_000, 200_000]) {
      const response = await expectProblem(414, 'uri_too_long', `GET ${TAGS}?q=${'a'.repeat(length)} ${HEAD_END}`);
      expect(response.headers['content-language']).toBe('en');
    }
    const longPart = 'a'.repeat(20_000);
    await expectProblem(414, 'uri_too_long', `GET ${TAGS}?q=${longPart}`, `${longPart} ${HEAD_END}`);
    await expectProblem(414, 'uri_too_long', `GET ${TAGS}?q=${longPart}`, longPart, `a ${HEAD_END}`);
    await expectProblem(414, 'uri_too_long', `GET /${'a'.repeat(8192)} HTTP/1.1\r\nX: ${longPart}${longPart}\r\n\r\n`);
  });
});

describe('Malformed request', () => {
  const LONG_VALUE = 'a'.repeat(40_000);

  it('is 431 if its headers are too large and its URL is not too long (9.3, 12.4)', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `A${index}: b\r\n`).join('');
    const start = `GET ${TAGS} HTTP/1.1\r\n`;
    for (const pieces of [
      [`${start}Cookie: ${LONG_VALUE}\r\n\r\n`],
      [`${start}Cookie: ${LONG_VALUE}`],
      [`${start}Cookie: b; `, 'a', `${LONG_VALUE}\r\n\r\n`],
      [`GET /${'a'.repeat(8191)} HTTP/1.1\r\nCookie: ${LONG_VALUE}\r\n\r\n`],
      [`${start}${many}\r\n`],
    ])
      await expectProblem(431, 'header_fields_too_large', ...pieces);
  });

  it.each([
    ['non-ASCII characters in its URL', `GET ${TAGS}?search=caf\u00C3\u00A9 ${HEAD_END}`],
    ['an unknown method', `FETCH / ${HEAD_END}`],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: a.example\r\n\r\n'],
    ['a length that is not a number', `${POST}Content-Length: 1e3\r\n\r\n`],
    ['invalid chunks sent together with the headers', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['a blank before its method', ` GET ${TAGS} ${HEAD_END}`],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001'],
    ['a CONNECT request', `CONNECT a.example:443 ${HEAD_END}`],
    ['two hosts', `GET ${TAGS} HTTP/1.1\r\nHost: a.example\r\nHost: b.example${CLOSE_HEADER}`],
    ['two hosts from an old client', `GET ${TAGS} HTTP/1.0\r\nHost: a.example\r\nHost: b.example\r\n\r\n`],
    ['version HTTP/0.9', `GET ${TAGS} HTTP/0.9${CLOSE_HEADER}`],
    ['version HTTP/2.0 in text form', `GET ${TAGS} HTTP/2.0\r\nHost: a.example${CLOSE_HEADER}`],
  ])('is 400 bad_request: %s (9.3, 12.4)', async (_description, bytes) => {
    await expectProblem(400, 'bad_request', bytes);
  });

  it('is 400 bad_request without Host in HTTP/1.1, but not in HTTP/1.0 (9.3, 12.4)', async () => {
    const [response] = await exchange(calendar.origin, `GET ${TAGS} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    expect([response?.status, response && problemOf(response)['code']]).toEqual([400, 'bad_request']);
    const [oldClient] = await exchange(calendar.origin, `GET ${TAGS} HTTP/1.0\r\n\r\n`);
    expect(oldClient?.status).toBe(200);
  });

  it.each([
    [
      'a CONNECT request after a request in flight',
      `GET ${TAGS} ${HEAD_END}CONNECT a.example:1 ${HEAD_END}`,
      [200, 400],
    ],
    ['garbage after an immediate response', `OPTIONS ${TAGS} ${HEAD_END}\u0016\r\n\r\n`, [204, 400]],
    ['garbage after an unknown route', `GET /calendar/nope ${HEAD_END}\u0016\r\n\r\n`, [404, 400]],
  ])(
    'gets its response after the response of the previous request: %s (12.4)',
    async (_description, bytes, statuses) => {
      const responses = await exchange(calendar.origin, bytes);
      expect(responses.map(({ status }) => status)).toEqual(statuses);
      expect((await fetch(`${calendar.origin}/health/live`)).status).toBe(200);
    },
  );

  it('does not end the service if the client resets the connection of a CONNECT request (12.4)', async () => {
    const { hostname, port } = new URL(calendar.origin);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(`CONNECT a.example:1 HTTP/1.1\r\nHost: a.example\r\n\r\n`);
      if (attempt % 2) await setTimeout(5);
      socket.resetAndDestroy();
    }
    await setTimeout(50);
    expect((await fetch(`${calendar.origin}/health/live`)).status).toBe(200);
  });

  it('gets an error in the requested language, with its request id and path (9.1, 12.4)', async () => {
    const headers = 'Host: a.example\r\nAccept-Language: fr, ca-AD;q=0.8\r\nX-Request-Id: mine\r\n';
    const response = await expectProblem(
      400,
      'bad_request',
      `GET /a%20b\u00C3\u00A9"?secret=1 HTTP/1.1\r\n${headers}\r\n`,
    );
    expect(response.headers).toMatchObject({ 'content-language': 'ca', 'x-request-id': 'mine' });
    expect(problemOf(response)).toMatchObject({ title: 'Petició illegible', instance: '/a%20b%C3%A9%22' });
    expect(response.text).not.toContain('secret');
    // An invalid request id is replaced. `expectProblem` checks the form of the id.
    await expectProblem(400, 'bad_request', `GET /\u00E9 HTTP/1.1\r\nX-Request-Id: not/mine\r\n\r\n`);
  });

  it('gets no response body if its method is HEAD (12.4)', async () => {
    const [response] = await exchange(calendar.origin, `HEAD /\u00E9 ${HEAD_END}`);
    expect([response?.status, response?.text]).toEqual([400, '']);
    expect(Number(response?.headers['content-length'])).toBeGreaterThan(100);
  });

  it('is 400 if its body becomes invalid after the headers, in the language of its URL (12.4)', async () => {
    const head = POST.replace(TAGS, `/es${TAGS}`);
    const response = await expectProblem(400, 'bad_request', `${head}Transfer-Encoding: chunked\r\n\r\n`, 'zz\r\n');
    expect(response.headers['content-language']).toBe('es');
    expect(response.headers['vary']).toContain('Accept-Language');
  });

  it.each(['DELETE', 'GET'])(
    'is 400 without effect if its body is invalid, even if the method ignores the body: %s (12.4)',
    async (method) => {
      const { id } = await createRecord(calendar, 'tags');
      const head = `${method} ${TAGS}/${id} HTTP/1.1\r\nHost: a.example\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n`;
      await expectProblem(400, 'bad_request', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
      expect((await calendar.request('GET', `tags/${id}`)).status).toBe(200);
      const [complete] = await exchange(
        calendar.origin,
        `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nzz\r\n0\r\n\r\n`,
      );
      expect(complete?.status).toBe(200);
    },
  );

  it('gets its error after the responses of two pipelined requests (12.4)', async () => {
    const request = `GET ${TAGS}?per_page=1 ${HEAD_END}`;
    const responses = await exchange(calendar.origin, `${request}${request}GET /\u00E9 ${HEAD_END}`);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400]);
    const longUrl = await exchange(calendar.origin, `${request}GET /${LONG_VALUE} ${HEAD_END}`);
    expect(longUrl.map(({ status }) => status)).toEqual([200, 414]);
  });

  it('is 400 if it ends in its headers, and gets no response if it ends in its body (12.4)', async () => {
    const statusesOf = async (bytes: string) => {
      const socket = await openSocket(calendar.origin);
      const received = readUntilClose(socket);
      socket.end(bytes);
      return parseResponses(await received).map(({ status }) => status);
    };
    expect(await statusesOf(`GET ${TAGS} HTTP/1.1\r\nHost: a.exa`)).toEqual([400]);
    expect(await statusesOf(`${POST}Content-Length: 9\r\n\r\n{`)).toEqual([]);
    // A reset connection does not end the service.
    for (const bytes of [`${POST}Content-Length: 9\r\n\r\n{`, `GET /\u00E9 ${HEAD_END}`, '']) {
      const broken = await openSocket(calendar.origin);
      broken.write(bytes, 'latin1');
      broken.resetAndDestroy();
      await once(broken, 'close');
    }
    expect((await calendar.request('GET', 'tags')).status).toBe(200);
  });
});

it('A request with an unknown Expect header is 200 (9.3, 12.4)', async () => {
  const head = `GET ${TAGS} HTTP/1.1\r\nHost: a.example\r\nExpect: wonders\r\nConnection: close\r\n\r\n`;
  const [response] = await exchange(calendar.origin, head);
  expect(response?.status).toBe(200);
});

describe('CORS headers of rejected requests', () => {
  it('allow the configured origin only (12.6)', async () => {
    const restricted = await startTestCalendar({ CORS_ORIGINS: 'https://site.example' });
    const refusedFor = async (origin: string) => {
      const [response] = await exchange(restricted.origin, `GET /\u00E9 HTTP/1.1\r\nOrigin: ${origin}\r\n\r\n`);
      const { vary, 'access-control-allow-origin': allowed } = response?.headers ?? {};
      return [response?.status, allowed, vary?.split(', ').filter((name) => name === 'Origin').length];
    };
    expect(await refusedFor('https://site.example')).toEqual([400, 'https://site.example', 1]);
    expect(await refusedFor('https://other.example')).toEqual([400, undefined, 1]);
    await restricted.close();
  });
});
