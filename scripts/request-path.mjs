/**
 * Measures how many files of the resources and the record engine a list request passes through, from the service to the
 * rows, and how often it returns to a file that it has entered before. Prints JSON, with `--paths` one file per line.
 *
 * Starts the built service in this process on an empty database in a temporary folder. A module hook adds a call to the
 * start of every function.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { full } from 'acorn-walk';

const ROOT = join(import.meta.dirname, '..');
const MEASURED_FILES = /\/dist\/(events|venues|kinds|records)\//;
/** The first file that a request enters after reading the rows. */
const END_FILE = 'records/crud/record-access.js';
const enteredFiles = [];
globalThis.enterFile = (file) => void enteredFiles.push(file);

registerHooks({
  load(url, context, next) {
    const module = next(url, context);
    if (!MEASURED_FILES.test(url) || !url.endsWith('.js')) return module;
    const file = fileURLToPath(url).slice(ROOT.length + '/dist/'.length);
    return { ...module, source: markFunctions(Buffer.from(module.source).toString(), file) };
  },
});

/** Adds a call at the start of every function. */
function markFunctions(source, file) {
  const enterCall = `enterFile(${JSON.stringify(file)})`;
  const insertions = [];
  full(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }), ({ type, body }) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)) return;
    if (body.type === 'BlockStatement') insertions.push([body.start + 1, `${enterCall};`]);
    else insertions.push([body.start, `(${enterCall}, `], [body.end, ')']);
  });
  let instrumented = source;
  for (const [position, text] of insertions.toSorted(([left], [right]) => right - left))
    instrumented = instrumented.slice(0, position) + text + instrumented.slice(position);
  return instrumented;
}

/**
 * Files that a request for the second page of a list enters, in order. Measures the third request, when all caches are
 * warm.
 */
async function pathOf(calendar, list) {
  const { body } = await calendar.request('GET', list);
  const next = body.next_rest_url.slice(calendar.origin.length);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    enteredFiles.length = 0;
    const { status } = await calendar.request('GET', next);
    if (status !== 200) throw new Error(`GET ${next} responded with ${status}`);
  }
  const start = enteredFiles.findIndex((file) => file.endsWith('.service.js'));
  return enteredFiles
    .slice(start, enteredFiles.indexOf(END_FILE))
    .filter((file, index, all) => file !== all[index - 1]);
}

function figuresOf(path) {
  const files = new Set(path).size;
  return { files, returns: path.length - files, path };
}

const { createTestCalendar } = await import('../dist/testing/index.js');
const calendar = await createTestCalendar({ environment: { CACHE_BYTES: '0', LOG_LEVEL: 'silent' } });
try {
  const token = await calendar.createToken('editor');
  for (const name of ['North hall', 'South hall']) {
    await calendar.request('POST', 'venues', { token, json: { venue: name } });
    const event = { title: name, start_date: '2030-01-01', end_date: '2030-01-01', categories: ['Music'] };
    await calendar.request('POST', 'events', { token, json: event });
  }
  const category = (await calendar.request('GET', 'categories')).body.categories[0].id;
  const venues = figuresOf(await pathOf(calendar, 'venues?search=hall&per_page=1'));
  const window = 'start_date=2030-01-01&end_date=2030-12-31';
  const events = figuresOf(await pathOf(calendar, `events?categories=${category}&per_page=1&${window}`));
  process.stdout.write(`${JSON.stringify({ venues, events }, null, process.argv.includes('--paths') ? 2 : 0)}\n`);
} finally {
  await calendar.close();
}
