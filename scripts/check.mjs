// Runs all static checks in parallel. Prints the output of each check when it ends. Exits with the code of the first
// failed check.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const CHECKS = ['format:check', 'lint', 'lint:boundaries', 'api:check', 'docs:check'];

// The checks share the build and the typed client. Both are made first, so that no two checks make them concurrently.
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
  process.stdout.write(`npm run ${script} failed\n`);
  process.exitCode ||= code ?? 1;
}
