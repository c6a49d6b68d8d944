import 'reflect-metadata';
import { readEnvironmentFile } from '../kernel/config/configuration.js';
import { describeFailure } from '../kernel/errors/describe-failure.js';
import { run } from './run.js';

try {
  process.exitCode = await run(process.argv.slice(2), readEnvironmentFile());
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
