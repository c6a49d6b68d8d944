// Preloaded by a service. On SIGUSR2, the service collects garbage, prints its memory in use and sends that to the parent process.
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', async () => {
  collect();
  // A second collection frees objects that finalizers have released.
  await setImmediate();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const memory = { retained: heapUsed + external, resident: rss };
  process.stdout.write(`Retained ${JSON.stringify(memory)}\n`);
  process.send?.(memory);
});
