import type { Response } from 'express';
import { describe, expect, it, vi } from 'vitest';
import type { Messages } from '../../../../src/kernel/language/messages.js';
import { ApiError } from '../../../../src/kernel/errors/api-error.js';
import { DatabaseErrorCounts } from '../../../../src/persistence/client/database-error-counts.js';
import { ProblemResponses } from '../../../../src/http/problems/problem-responses.js';
import type { Configuration } from '../../../../src/kernel/config/configuration.js';

const messages = {
  translate: (language: string, { key }: { key: string }) => `${language} ${key}`,
} as unknown as Messages;
const problemsWith = (configuration: Partial<Configuration>) =>
  new ProblemResponses(messages, new DatabaseErrorCounts(), configuration as Configuration);
const problems = problemsWith({});

/** Prepared response with headers, and mocks that record how it ends. */
function createResponse(state: object) {
  const headers = new Map([
    ['ETag', '"1-a"'],
    ['Last-Modified', 'Fri, 20 Nov 2026 16:45:00 GMT'],
    ['Location', 'https://agenda.example/1'],
    ['Content-Location', 'https://agenda.example/1'],
    ['X-Total', '1'],
    ['X-Request-Id', 'a'],
    ['Vary', 'Accept-Language'],
  ]);
  const [destroy, send] = [vi.fn(), vi.fn()];
  const response = {
    headersSent: false,
    writableEnded: false,
    ...state,
    destroy,
    send,
    removeHeader: (name: string) => headers.delete(name),
    status: () => response,
    set: (added: Record<string, string>) => {
      for (const [name, value] of Object.entries(added)) headers.set(name, value);
      return response;
    },
  };
  return { headers, destroy, send, response: response as unknown as Response };
}

describe('Problem response', () => {
  it.each([
    ['is sent if no response has started', {}, { destroyed: 0, sent: 1 }],
    ['aborts a response that has started', { headersSent: true }, { destroyed: 1, sent: 0 }],
    ['leaves a complete response unchanged', { headersSent: true, writableEnded: true }, { destroyed: 0, sent: 0 }],
    ['is not sent to a disconnected client', { socket: { destroyed: true } }, { destroyed: 0, sent: 0 }],
  ])('%s (9.1)', (_what, state, expected) => {
    const { destroy, send, response } = createResponse(state);
    problems.send(response, problems.buildResponse('ca', '/', new ApiError('bad_request')));
    expect({ destroyed: destroy.mock.calls.length, sent: send.mock.calls.length }).toEqual(expected);
  });

  it.each([
    ['https://agenda.example', '/tags'],
    ['https://agenda.example/base', '/base/tags'],
  ])('with PUBLIC_URL %s has the instance %s (9.1)', (PUBLIC_URL, instance) => {
    const { body } = problemsWith({ PUBLIC_URL }).buildResponse('ca', '/tags', new ApiError('bad_request'));
    expect(JSON.parse(body as string)).toMatchObject({ instance });
  });

  it('has no entity tag, location or list header of the failed response (12.1)', () => {
    const { headers, response } = createResponse({});
    problems.send(response, { status: 503, headers: { 'Cache-Control': 'no-store' }, body: '{}' });
    expect([...headers.keys()]).toEqual(['X-Request-Id', 'Vary', 'Cache-Control']);
  });
});
