import 'reflect-metadata';
import { readConfiguration, readEnvironmentFile } from './config/configuration.js';
import { startService } from './service.js';

try {
  const service = await startService(readConfiguration(readEnvironmentFile()));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The second signal ends the process at once: that is what a signal without listener does.
    process.once(signal, () => void service.stop().then(() => process.exit(0)));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
