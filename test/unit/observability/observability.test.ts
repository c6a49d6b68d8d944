import { closeSync, openSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { humanLines } from '../../../src/observability/logging/human-lines.js';
import { logDestination } from '../../../src/observability/logging/log-destination.js';
import { redactStringLiterals } from '../../../src/observability/tracing/redact-string-literals.js';

afterEach(() => void vi.restoreAllMocks());

describe('logDestination', () => {
  it('reports once that the disk is full, and later how many lines were lost (12.4)', () => {
    const messages: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean(messages.push(String(line))));
    const fileDescriptor = openSync('/dev/full', 'w');
    const destination = logDestination(fileDescriptor);
    for (let line = 0; line < 100; line += 1) destination.write(`${'x'.repeat(1023)}\n`);
    expect(messages).toEqual([expect.stringMatching(/^The log cannot be written: ENOSPC: /)]);
    closeSync(fileDescriptor);
    // The next file gets the same descriptor. The destination then writes to it as to a disk with space.
    expect(openSync('/dev/null', 'w')).toBe(fileDescriptor);
    // It kept 64 lines of 1 KiB. The line that makes it write them is lost, too.
    destination.write('\n');
    expect(messages.slice(1)).toEqual(['The log can be written again. 37 lines were lost.\n']);
    closeSync(fileDescriptor);
  });
});

describe('humanLines', () => {
  const time = '2026-11-28T10:15:02.123Z';
  const request = { msg: 'Request', method: 'GET', address: '/health/live', duration: 12.34 };
  it.each([
    ['a request', { level: 'info', ...request, status: 200 }, 'GET /health/live 200 12 ms'],
    ['an aborted request', { level: 'info', ...request, aborted: true }, 'GET /health/live aborted 12 ms'],
    [
      'an error, with its stack indented and without control characters',
      {
        level: 'error',
        context: 'Problem',
        msg: 'Unhandled\u001b[2J',
        requestId: 'a1',
        stack: 'Error: x\r10:15:02 GET /',
      },
      'ERROR Problem: Unhandled[2J, request a1\n  Error: x\n  10:15:02 GET /',
    ],
  ])('shortens %s', (_, line, expected) => {
    const written: string[] = [];
    humanLines({ write: (text) => void written.push(text) }).write(`${JSON.stringify({ time, ...line })}\n`);
    expect(written).toEqual([expect.stringMatching(/^\d\d:15:02 /)]);
    expect(written[0]?.slice('10:15:02 '.length)).toBe(`${expected}\n`);
  });
});

describe('redactStringLiterals', () => {
  it.each([
    [`select "title" from events where id = $1`, `select "title" from events where id = $1`],
    [`update t set a = 'hunter2', b = 'it''s hunter2', c = $2`, `update t set a = '*', b = '*', c = $2`],
    [String.raw`update t set a = E'\'hunter2\\', b = 1`, `update t set a = '*', b = 1`],
    [`do $$ hunter2 $$, $x$ hunter2 $$ $x$`, `do '*', '*'`],
    [`select 'hunter2`, `select '*'`],
  ])('redacts the literals of %s (8.15)', (statement, expected) => {
    expect(redactStringLiterals(statement)).toBe(expected);
  });
});
