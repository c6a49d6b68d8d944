import 'reflect-metadata';
import { isRunByNpm, readConfiguration, readEnvironmentFile } from './kernel/config/configuration.js';
import { describeFailure } from './kernel/errors/describe-failure.js';
import { startTracingIfEnabled } from './observability/tracing/start-tracing-if-enabled.js';
import { onParentExit } from './http/server/on-parent-exit.js';
import { exitAfterStop, exitOnUncaughtException, onStopSignal } from './http/server/process-exit.js';
import { startService } from './service.js';

try {
  const variables = readEnvironmentFile();
  const configuration = readConfiguration(variables);
  const tracing = await startTracingIfEnabled(variables);
  const starting = startService(configuration);
  const stop = () => exitAfterStop(starting, () => tracing?.stop());
  onStopSignal(stop);
  exitOnUncaughtException();
  if (isRunByNpm()) onParentExit(stop);
  await starting;
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
