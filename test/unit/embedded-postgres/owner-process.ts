// Child process that owns a data directory and can be killed. Prints one line of JSON when its database is ready.
import { startEmbeddedPostgres } from '../../../src/embedded-postgres/embedded-postgres.js';

const [dataDir = '', role = 'service'] = process.argv.slice(2);
const database = await startEmbeddedPostgres({
  dataDir,
  role: role === 'command' ? 'command' : 'service',
  log: (message) => process.stderr.write(`${message}\n`),
});
process.stdout.write(`${JSON.stringify({ url: database.url })}\n`);
process.stdin.once('data', async (command) => {
  if (command.toString() === 'stop') await database.stop();
  process.exit(0);
});
