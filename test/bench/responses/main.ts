import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { differences } from './differences.js';
import { record } from './record.js';
import type { Recording } from './recording.js';

const USAGE = `Records responses of the service and compares two recordings.

  npm run -s responses -- record --checkout DIR --out FILE
      Starts the built service of the checkout DIR (dist/main.js) with a new data directory and the demo agenda, sends
      the requests of test/bench/responses/requests.txt, and writes the responses to FILE.
  npm run -s responses -- compare BEFORE AFTER
      Prints the differences in status, headers (names, values, order) and body. Exits with 1 if there are any.
  npm run -s responses -- check --before DIR --after DIR
      Records both checkouts and compares the recordings.

Times, request ids, tokens, cursors and hashes in ETags are masked. The demo agenda depends on the current date, so make
both recordings in the same hour.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkout: { type: 'string' },
    out: { type: 'string' },
    before: { type: 'string' },
    after: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [command, ...files] = positionals;

if (command === 'record' && values.checkout && values.out) {
  const recording = await record(values.checkout);
  await writeFile(values.out, `${JSON.stringify(recording, undefined, 1)}\n`);
  console.log(
    `${recording.responses.length} responses of ${recording.checkout} (${recording.commit}) written to ${values.out}`,
  );
} else if (command === 'compare' && files[0] && files[1]) {
  report(await read(files[0]), await read(files[1]));
} else if (command === 'check' && values.before && values.after) {
  report(await record(values.before), await record(values.after));
} else {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
}

async function read(file: string): Promise<Recording> {
  return JSON.parse(await readFile(file, 'utf8')) as Recording;
}

function report(before: Recording, after: Recording): void {
  const count = Math.max(before.responses.length, after.responses.length);
  let different = 0;
  for (let index = 0; index < count; index += 1) {
    const [one, other] = [before.responses[index], after.responses[index]];
    const found = one && other ? differences(one, other) : ['Only one recording has this request'];
    if (found.length === 0) continue;
    different += 1;
    console.log(`#${index + 1} ${(one ?? other)?.request}\n${found.map((line) => `    ${line}`).join('\n')}`);
  }
  console.log(`${count} responses, ${different} with differences (before: ${before.commit}, after: ${after.commit})`);
  if (different > 0 && before.recordedAt.slice(0, 13) !== after.recordedAt.slice(0, 13)) {
    console.log('The recordings were made in different hours. Dates of the demo agenda may differ.');
  }
  process.exitCode = different > 0 ? 1 : 0;
}
