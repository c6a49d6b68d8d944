// Loaded by a service before anything else: has it collect its garbage when it is told to, and say what is left.
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', async () => {
  collect();
  // What finalizers let go of, too.
  await setImmediate();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.stdout.write(`Retained ${JSON.stringify({ retained: heapUsed + external, resident: rss })}\n`);
});
