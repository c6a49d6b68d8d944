import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exitIfNodeIsTooOld, MIN_NODE_VERSION } from '../../../../src/kernel/config/node-version.js';

afterEach(() => void vi.restoreAllMocks());

describe('exitIfNodeIsTooOld', () => {
  it('has the oldest version that package.json allows', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(engines.node).toBe(`>=${MIN_NODE_VERSION}`);
  });

  it.each([
    ['20.20.2', 1],
    ['24.6.0', 1],
    ['24.7.0', 0],
    ['24.21.0', 0],
  ])('with Node.js %s, writes %d lines and exits then only', (version, lines) => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    exitIfNodeIsTooOld(version);
    expect([exit, write].map(({ mock }) => mock.calls.length)).toEqual([lines, lines]);
  });
});
