import 'reflect-metadata';
import { stopAndExit, exitOnUncaughtException, onParentExit, onStopSignal } from './http/server/process-exit.js';
import { flushCompileCache } from './kernel/config/compile-cache.js';
import { isRunByNpm, isTracingEnabled, readConfiguration } from './kernel/config/configuration.js';
import { loadEnvironmentFile } from './kernel/config/environment-file.js';
import { misspeltVariableHints } from './kernel/config/similar-variables.js';
import { describeFailure } from './kernel/errors/describe-failure.js';
import { startService } from './service.js';

// A line for the operator that cannot be written, such as to a file on a full disk, must not end the service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const variables = loadEnvironmentFile();
  for (const hint of misspeltVariableHints(variables)) process.stderr.write(`${hint}\n`);
  const configuration = readConfiguration(variables);
  // Loaded only if needed, because OpenTelemetry costs start-up time and memory.
  const tracing = isTracingEnabled(variables)
    ? (await import('./observability/tracing/tracing.js')).startTracing()
    : undefined;
  const starting = startService(configuration);
  const stop = () => void stopAndExit(starting, () => tracing?.stop());
  onStopSignal(stop);
  exitOnUncaughtException();
  if (isRunByNpm()) onParentExit(stop);
  await starting;
  flushCompileCache();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
