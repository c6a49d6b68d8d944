// Checks everything that no test does, all at once; prints what each check says when it has ended, and ends with the code of the
// first that has failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const CHECKS = ['format:check', 'lint', 'lint:boundaries', 'typecheck', 'api:check', 'docs:check'];

// Two of them need the typed client, and would make it at the same time.
await run('sdk');
await Promise.all(CHECKS.map(run));

async function run(script) {
  const child = spawn('npm', ['run', '-s', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  if (code === 0) return;
  process.stdout.write(`npm run ${script} has failed\n`);
  process.exitCode ||= code ?? 1;
}
