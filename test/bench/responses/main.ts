import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { record } from './record.js';

const USAGE = `Records responses of the service and compares two recordings.

  npm run -s responses -- record --checkout DIR --out FILE
      Starts the built service of the checkout DIR (dist/main.js) with a new data directory and the demo agenda, sends
      the requests of test/bench/responses/requests.txt, and writes the responses to FILE.
  npm run -s responses -- compare BEFORE AFTER
      Prints the differences in status, headers (names, values, order) and body. Exits with 1 if there are any.

Times, request ids, tokens, cursors and hashes in ETags are masked. The demo agenda depends on the current date, so make
both recordings in the same hour.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { checkout: { type: 'string' }, out: { type: 'string' } },
});
const [command, ...files] = positionals;

if (command === 'record' && values.checkout && values.out) {
  await writeFile(values.out, await record(values.checkout));
} else if (command === 'compare' && files.length === 2) {
  process.exitCode =
    spawnSync('git', ['diff', '--no-index', '--unified=5', ...files], { stdio: 'inherit' }).status ?? 2;
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
