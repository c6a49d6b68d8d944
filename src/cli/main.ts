import 'reflect-metadata';
import { enableCompileCache } from '../kernel/config/compile-cache.js';
import { loadEnvironmentFile } from '../kernel/config/environment-file.js';
import { exitIfNodeIsTooOld } from '../kernel/config/node-version.js';
import { describeFailure } from '../kernel/errors/describe-failure.js';

exitIfNodeIsTooOld();
enableCompileCache();
try {
  const { runCli } = await import('./run-cli.js');
  process.exitCode = await runCli(process.argv.slice(2), loadEnvironmentFile());
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
