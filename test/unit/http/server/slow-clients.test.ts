import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { disconnectSlowClients } from '../../../../src/http/server/slow-clients.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** When the connection of a request is cut whose answer is there, or taken, after so many milliseconds. */
function cutAfter({ there, taken = Infinity }: { there: number; taken?: number }): number | undefined {
  const server = new EventEmitter();
  disconnectSlowClients(server as Server, { requestMs: 15_000, drainMs: 5_000 });
  const began = Date.now();
  let cut: number | undefined;
  const response = Object.assign(new EventEmitter(), { writableEnded: false });
  const destroy = () => {
    cut ??= Date.now() - began;
    response.emit('close');
  };
  server.emit('request', { socket: { destroy } }, response);
  setTimeout(() => Object.assign(response, { writableEnded: true }), there);
  if (taken < Infinity) setTimeout(() => response.emit('close'), taken);
  jest.advanceTimersByTime(120_000);
  return cut;
}

it.each([
  ['is there at once', { there: 5 }, 15_000],
  ['is there after 9 s', { there: 9_000 }, 15_000],
  ['is there after 14 s', { there: 14_000 }, 20_000],
  ['is there after 40 s, as that of a commit may be', { there: 41_000 }, 50_000],
  ['is there at once, and taken in time', { there: 5, taken: 14_900 }, undefined],
  ['is there after 14 s, and taken in time', { there: 14_000, taken: 18_900 }, undefined],
])(
  '12.4 an answer that nobody takes ends with the time of its request, or 5 s after it came: %s',
  (_what, when, cut) => {
    expect(cutAfter(when)).toBe(cut);
  },
);
