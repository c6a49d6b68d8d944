import 'reflect-metadata';
import { operatorLanguage, readEnvironmentFile } from '../kernel/config/configuration.js';
import { failureText } from '../kernel/errors/failure-text.js';
import { run } from './run.js';

try {
  process.exitCode = await run(process.argv.slice(2), readEnvironmentFile());
} catch (error) {
  process.stderr.write(`${await failureText(error, operatorLanguage())}\n`);
  process.exitCode = 1;
}
