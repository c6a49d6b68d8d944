import 'reflect-metadata';
import { isRunByNpm, operatorLanguage, readConfiguration, readEnvironmentFile } from './config/configuration.js';
import { failureText } from './failure-text.js';
import { tracingIfAsked } from './observability/tracing/tracing-if-asked.js';
import { whenParentEnds } from './parent-watch.js';
import { startService } from './service.js';

try {
  const variables = readEnvironmentFile();
  const configuration = readConfiguration(variables);
  const tracing = await tracingIfAsked(variables, configuration);
  const starting = startService(configuration);
  const stopAll = async () => (await starting).stop().finally(() => tracing?.stop());
  const stop = () => void stopAll().then(() => process.exit(0));
  // The second signal ends the process at once: that is what a signal without listener does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  if (isRunByNpm()) whenParentEnds(stop);
  await starting;
} catch (error) {
  process.stderr.write(`${await failureText(error, operatorLanguage())}\n`);
  process.exit(1);
}
