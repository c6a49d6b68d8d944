// Runs tests step by step, and says before each step how long it takes on two cores.
//
//   npm test               all checks, then unit and end-to-end tests in their short form
//   npm run test:full      all variants of all tests
//   npm run test:changed   all checks, then the tests that the changes since the main branch touch
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';

/** Words in the paths of sources that say nothing about what a change touches. */
const COMMON_WORDS = new Set([
  'controller',
  'entity',
  'extensions',
  'http',
  'index',
  'kernel',
  'module',
  'query',
  'records',
  'select',
  'service',
  'view',
]);

const [mode = 'short'] = process.argv.slice(2);
if (!['short', 'full', 'changed'].includes(mode)) throw new Error(`Unknown mode ${mode}: use short, full or changed`);
if (mode === 'full') process.env.TEST_MODE = 'full';

const steps = [{ name: 'Format, lint, types, public API, generated docs', minutes: 1, command: ['check'] }];
if (mode === 'short') {
  steps.push({
    name: 'Unit and end-to-end tests',
    minutes: 4,
    command: vitest('--project', 'unit', '--project', 'e2e'),
  });
} else if (mode === 'full') {
  steps.push(
    {
      name: 'Unit, end-to-end and slow tests',
      minutes: 20,
      command: vitest('--project', 'unit', '--project', 'e2e', '--project', 'slow'),
    },
    { name: 'Tests in a browser', minutes: 7, command: vitest('--project', 'browser') },
    {
      name: 'Fault tests, without other load',
      minutes: 70,
      command: vitest('--project', 'faults', '--maxWorkers=1'),
    },
  );
} else {
  const files = touchedTests();
  const minutes = Math.ceil(files.length / 40);
  if (files.length > 0) steps.push({ name: `${files.length} test files`, minutes, command: vitest(...files) });
}

const startedAt = performance.now();
for (const { name, minutes, command } of steps) {
  process.stdout.write(`\n${name}: about ${minutes} min\n`);
  const child = spawn('npm', ['run', '-s', ...command], { stdio: 'inherit', shell: process.platform === 'win32' });
  const [code] = await once(child, 'close');
  if (code !== 0) process.exit(code ?? 1);
}
process.stdout.write(`\nPassed in ${Math.round((performance.now() - startedAt) / 1000)} s\n`);

function vitest(...options) {
  return ['vitest', '--', ...options];
}

/**
 * Changed test files, and tests that share a word of their path with a changed source: `src/events/cost/price.ts` selects
 * paths with `event`, `cost` or `price`.
 */
function touchedTests() {
  const base = git('merge-base', 'HEAD', 'main')[0];
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  const sources = changed.filter((file) => /^(src|extensions)\/.*\.tsx?$/.test(file));
  const words = sources
    .flatMap((file) => file.split(/[^a-z]+/))
    .filter((word) => word.length > 3 && !COMMON_WORDS.has(word));
  return globSync('{test/{unit,e2e,model,extension},extensions/*/test}/**/*.test.ts').filter(
    (file) => changed.includes(file) || words.some((word) => file.includes(word.replace(/s$/, ''))),
  );
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}
