/** `npm run test:full` runs all variants of the tests. Without it, most tests take a representative part, see run-mode.ts. */
const FULL_RUN = process.env.TEST_MODE === 'full';

/** @type {import('jest').Config} */
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^calendar-events-service$': '<rootDir>/src/index.ts',
    '^calendar-events-service/testing$': '<rootDir>/src/testing/index.ts',
    '^nestjs-i18n$': '<rootDir>/test/support/jest/nestjs-i18n.mjs',
  },
  transform: { '^.+\\.tsx?$': '@swc/jest' },
  setupFiles: ['<rootDir>/test/support/jest/setup.ts'],
  globals: { FULL_RUN },
};

/** End-to-end tests share one PostgreSQL and the processes that serve: these run what `npm run build` made. */
const withServer = {
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
};

/** Those of the service, and those of the extensions that come with it. */
const E2E = ['<rootDir>/test/{e2e,extension,model}/**/*.test.ts', '<rootDir>/extensions/*/test/**/*.test.ts'];

const faults = {
  testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/jest/fault-timeout.ts'],
};

export default {
  maxWorkers: 2,
  // Modules that a test file has loaded are not freed. A worker that has grown is replaced.
  workerIdleMemoryLimit: '600MB',
  testTimeout: FULL_RUN ? 300_000 : 60_000,
  testSequencer: '<rootDir>/test/support/jest/longest-first.mjs',
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/test/{unit,architecture}/**/*.test.ts'] },
    { ...shared, ...withServer, displayName: 'e2e', testMatch: E2E },
    { ...shared, ...withServer, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.test.ts'] },
    { ...shared, ...withServer, displayName: 'slow', testMatch: ['<rootDir>/test/slow/**/*.test.ts'] },
    { ...shared, ...withServer, ...faults, displayName: 'faults' },
  ],
};
