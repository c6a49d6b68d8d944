import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadEnvironmentFile } from '../../../../src/kernel/config/environment-file.js';
import { MIN_NODE_VERSION, exitIfNodeIsTooOld } from '../../../../src/kernel/config/node-version.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'environment-file-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function load(content: string | Buffer, variables: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const file = join(folder, 'file');
  writeFileSync(file, content);
  return loadEnvironmentFile(file, variables);
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('loadEnvironmentFile', () => {
  it.each([
    ['with a byte order mark', '\ufeffPORT=1\nHOST=ñ'],
    ['in UTF-16', utf16('PORT=1\nHOST=ñ')],
    ['in UTF-16 with the other byte order', utf16('PORT=1\nHOST=ñ').swap16()],
    [
      'with Windows line ends, comments, blanks, quotes and export',
      '# a\r\n\r\n export PORT = "1" # b\r\nHOST=\'ñ\'\r\n',
    ],
  ])('reads a file %s (11.1)', (_, content) => {
    expect(load(content)).toEqual({ PORT: '1', HOST: 'ñ' });
  });

  it('keeps variables that are set and line breaks of values in quotes, and does not need the file (11.1)', () => {
    expect(load('PORT=1\nHOST="a\nb"', { PORT: '2' })).toEqual({ PORT: '2', HOST: 'a\nb' });
    expect(loadEnvironmentFile(join(folder, 'missing'), { PORT: '2' })).toEqual({ PORT: '2' });
  });

  it.each([
    ['with a line that is no assignment', 'PORT=1\nHOST: b', /^Line 2 of .*file must have the form NAME=value\.$/],
    ['in another encoding', Buffer.from('HOST=ñ', 'latin1'), /file is not in UTF-8\. Save it in this encoding\.$/],
    ['in UTF-16 without a byte order mark', utf16('PORT=1').subarray(2), /^Line 1 of /],
  ])('refuses a file %s (11.1)', (_, content, message) => {
    expect(() => load(content)).toThrow(message);
  });

  it('refuses a folder with the reason (11.1)', () => {
    mkdirSync(join(folder, 'folder'));
    expect(() => loadEnvironmentFile(join(folder, 'folder'))).toThrow(/folder cannot be read: EISDIR/);
  });
});

afterEach(() => void vi.restoreAllMocks());

describe('exitIfNodeIsTooOld', () => {
  it('has the same minimum as engines in package.json', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    expect(engines.node).toBe(`>=${MIN_NODE_VERSION}`);
  });

  it.each([
    ['20.20.2', 1],
    ['24.6.0', 1],
    ['24.7.0', 0],
    ['24.21.0', 0],
  ])('with Node.js %s, writes a line and exits this many times: %d', (version, count) => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    exitIfNodeIsTooOld(version);
    expect([exit, write].map(({ mock }) => mock.calls.length)).toEqual([count, count]);
  });
});
