import 'reflect-metadata';
import { readConfiguration, readEnvironmentFile } from '../config/configuration.js';
import { program } from './program.js';

try {
  await program(readConfiguration(readEnvironmentFile())).parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
