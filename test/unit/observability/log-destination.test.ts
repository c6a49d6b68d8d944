import { closeSync, openSync } from 'node:fs';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { logDestination } from '../../../src/observability/logging/log-destination.js';

afterEach(() => void jest.restoreAllMocks());

describe('logDestination', () => {
  it('reports once that the disk is full, and how many lines were lost when it can write again (12.4)', () => {
    const messages: string[] = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((line) => Boolean(messages.push(String(line))));
    const full = openSync('/dev/full', 'w');
    const destination = logDestination(full);
    for (let line = 0; line < 100; line += 1) destination.write(`${'x'.repeat(1023)}\n`);
    expect(messages).toEqual([expect.stringMatching(/^The log cannot be written: ENOSPC: /)]);
    closeSync(full);
    // The same number, for a disk with space.
    expect(openSync('/dev/null', 'w')).toBe(full);
    destination.write('\n');
    expect(messages.slice(1)).toEqual(['The log can be written again. 37 lines were lost.\n']);
    closeSync(full);
  });
});
