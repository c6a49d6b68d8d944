import swc from 'unplugin-swc';
import { defineConfig } from 'vitest/config';

/** `npm run test:full` runs all variants of the tests. Without it, most tests take a representative part, see run-mode.ts. */
const FULL_RUN = process.env.TEST_MODE === 'full';

const path = (relative) => `${import.meta.dirname}/${relative}`;

/** End-to-end tests share one PostgreSQL server. */
const globalSetup = path('test/support/run/global-setup.mjs');

const timeoutMs = FULL_RUN ? 300_000 : 60_000;
/** Fault tests start many processes, in the short form on a machine that runs other tests too. */
const faultTimeoutMs = FULL_RUN ? 1_800_000 : 300_000;

const project = (name, include, options = {}) => ({
  extends: true,
  test: { name, include, testTimeout: timeoutMs, hookTimeout: timeoutMs, ...options },
});

export default defineConfig({
  // The same compiler and settings as the build: decorators with metadata.
  oxc: false,
  plugins: [swc.vite({ swcrc: true, configFile: path('.swcrc') })],
  resolve: {
    alias: [
      { find: /^calendar-events-service$/, replacement: path('src/index.ts') },
      { find: /^calendar-events-service\/testing$/, replacement: path('src/testing/index.ts') },
    ],
  },
  test: {
    setupFiles: [path('test/support/run/setup.ts')],
    // Test files of one worker share loaded modules: to load the service takes longer than most files run.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    projects: [
      project('unit', ['test/{unit,architecture}/**/*.test.ts']),
      project('e2e', ['test/{e2e,extension,model}/**/*.test.ts', 'extensions/*/test/**/*.test.ts'], { globalSetup }),
      project('browser', ['test/browser/**/*.test.ts'], { globalSetup }),
      project('slow', ['test/slow/**/*.test.ts'], { globalSetup }),
      project('faults', ['test/faults/**/*.test.ts'], {
        globalSetup,
        testTimeout: faultTimeoutMs,
        hookTimeout: faultTimeoutMs,
      }),
    ],
  },
});
