import 'reflect-metadata';
import { isRunByNpm, operatorLanguage, readConfiguration, readEnvironmentFile } from './kernel/config/configuration.js';
import { failureText } from './kernel/errors/failure-text.js';
import { tracingIfAsked } from './observability/tracing/tracing-if-asked.js';
import { whenParentEnds } from './http/server/parent-watch.js';
import { exitAfterStop, exitOnFault, onStopSignal } from './http/server/process-end.js';
import { startService } from './service.js';

try {
  const variables = readEnvironmentFile();
  const configuration = readConfiguration(variables);
  const tracing = await tracingIfAsked(variables, configuration);
  const starting = startService(configuration);
  const stop = () => exitAfterStop(starting, () => tracing?.stop());
  onStopSignal(stop);
  exitOnFault();
  if (isRunByNpm()) whenParentEnds(stop);
  await starting;
} catch (error) {
  process.stderr.write(`${await failureText(error, operatorLanguage())}\n`);
  process.exit(1);
}
