/** @type {import('jest').Config} */
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^calendar-events-service$': '<rootDir>/src/index.ts',
    '^calendar-events-service/testing$': '<rootDir>/src/testing/index.ts',
    '^nestjs-i18n$': '<rootDir>/test/support/jest/nestjs-i18n.mjs',
  },
  transform: { '^.+\\.ts$': '@swc/jest' },
  setupFiles: ['<rootDir>/test/support/jest/setup.ts'],
};

/** End-to-end tests share one PostgreSQL and the processes that serve: these run what `npm run build` made. */
const withServer = {
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
};

/** Those of the service, and those of the extensions that come with it. */
const E2E = ['<rootDir>/test/{e2e,extension,model}/**/*.test.ts', '<rootDir>/extensions/*/test/**/*.test.ts'];

/** What fails beside the service, in two forms: the full one wants a machine that does nothing else. */
const faults = { testMatch: ['<rootDir>/test/faults/**/*.test.ts'] };

export default {
  maxWorkers: 2,
  // What a file has loaded is not given back: a worker that has grown begins anew, rather than collect garbage in gigabytes.
  workerIdleMemoryLimit: '600MB',
  testTimeout: 60_000,
  testSequencer: '<rootDir>/test/support/jest/longest-first.mjs',
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/test/{unit,architecture}/**/*.test.ts'] },
    { ...shared, ...withServer, displayName: 'e2e', testMatch: E2E },
    { ...shared, ...withServer, displayName: 'browser', testMatch: ['<rootDir>/test/browser/**/*.test.ts'] },
    { ...shared, ...withServer, displayName: 'slow', testMatch: ['<rootDir>/test/slow/**/*.test.ts'] },
    { ...shared, ...withServer, ...faults, displayName: 'faults', globals: { FULL_FAULTS: true } },
    { ...shared, ...withServer, ...faults, displayName: 'faults-short' },
  ],
};
