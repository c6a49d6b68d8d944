import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';

const run = promisify(execFile);
const DOCUMENTS = ['README.md', 'docs/getting-started.md', 'docs/cli.md', 'docs/feeds.md'];

/** Makes the script fail if an HTTP request fails. */
const PREAMBLE = 'set -eo pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n';

/** Shell blocks of a document, except blocks that install or start the service, or need Docker. */
const shellBlocks = (document: string): string[] =>
  [...readFileSync(document, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .map(([, block = '']) => block)
    .filter((block) => !/^(npm (ci|start)$|docker )/m.test(block));

/** A project folder with its own data folder. Its path contains a space. */
const folder = useTemporaryFolder('of documents');
let origin: string;
beforeAll(async () => {
  mkdirSync(join(folder, 'data'));
  for (const name of readdirSync('.').filter((entry) => entry !== 'data'))
    symlinkSync(join(process.cwd(), name), join(folder, name));
  origin = await startServiceProcess({ DATA_DIR: join(folder, 'data'), DEMO: 'true' }).origin;
}, 120_000);
afterAll(stopServiceProcesses);

describe.each(DOCUMENTS)('%s', (document) => {
  it('has shell blocks that run as pasted, one after the other', async () => {
    const blocks = shellBlocks(document);
    expect(blocks.length).toBeGreaterThan(0);
    const script = PREAMBLE + blocks.join('\n').replaceAll('http://127.0.0.1:3000', origin);
    const { stdout } = await run('bash', ['-c', script], { cwd: folder, maxBuffer: 1e8 });
    expect(stdout).not.toBe('');
  }, 120_000);
});

describe('README.md', () => {
  it('shows only members of a real event list in its first JSON block', async () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
    const response = await fetch(`${origin}/calendar/events/v1/events?per_page=1&ml_language=en`);
    const names = Object.keys(JSON.parse(example) as object);
    expect(Object.keys((await response.json()) as object)).toEqual(expect.arrayContaining(names));
  });

  it('is at most 7 kB', () => {
    expect(readFileSync('README.md').byteLength).toBeLessThanOrEqual(7168);
  });
});
