import 'reflect-metadata';
import { operatorLanguage, readEnvironmentFile } from '../config/configuration.js';
import { failureText } from '../failure-text.js';
import { run } from './run.js';

try {
  process.exitCode = await run(process.argv.slice(2), readEnvironmentFile());
} catch (error) {
  process.stderr.write(`${await failureText(error, operatorLanguage())}\n`);
  process.exitCode = 1;
}
