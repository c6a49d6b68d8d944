// Runs all static checks in parallel. Prints the output of each check when it ends. Exits with the code of the first
// failed check.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const CHECKS = ['format:check', 'lint', 'lint:boundaries', 'typecheck', 'api:check', 'docs:check'];

// Two checks need the typed client. It is generated first, so that they do not generate it concurrently.
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
