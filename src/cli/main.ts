import 'reflect-metadata';
import { loadEnvironmentFile } from '../kernel/config/environment-file.js';
import { describeFailure } from '../kernel/errors/describe-failure.js';
import { runCli } from './run-cli.js';

try {
  process.exitCode = await runCli(process.argv.slice(2), loadEnvironmentFile());
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
