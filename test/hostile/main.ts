import { parseArgs } from 'node:util';
import type { Fixtures } from './hostile-case.js';
import { readCases, runCases } from './run-cases.js';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    more: { type: 'boolean', default: false },
    grep: { type: 'string', default: '' },
  },
});

const fromEnvironment = (name: string) => JSON.parse(process.env[name] ?? '{}') as Fixtures;
const { origin, pathname } = new URL(values.url);
const asking = {
  restRoot: pathname.replace(/\/$/, ''),
  tokens: fromEnvironment('TOKENS'),
  fixtures: fromEnvironment('FIXTURES'),
};
const cases = readCases(values.more ? 'more-inputs.json' : 'inputs.json');
const named = cases.filter(({ name }) => new RegExp(values.grep).test(name));
const { passed, failed, skipped, statuses } = await runCases(origin, named, asking);
for (const each of failed) console.log(`FAILED ${each}`);
console.log('Answers by status', JSON.stringify(statuses));
console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped for want of a token or a fixture`);
process.exitCode = failed.length === 0 ? 0 : 1;
