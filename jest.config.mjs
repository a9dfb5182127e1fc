import { bundledPackages } from './client/testing/bundle.mjs';

// Everything runs as native ES modules (several packages are ESM only): NODE_OPTIONS=--experimental-vm-modules.
const shared = {
  testRunner: '<rootDir>/scripts/test/runner.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data'],
};

const native = {
  testEnvironment: '<rootDir>/scripts/test/native/environment.mjs',
  runtime: '<rootDir>/scripts/test/native/runtime.mjs',
};

/** @type {import('jest').Config} */
export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      ...native,
      testMatch: [
        '<rootDir>/common/**/*.test.ts',
        '<rootDir>/server/embedded-mongo/**/*.test.ts',
        '<rootDir>/server/poster-art/**/*.test.ts',
        '<rootDir>/scripts/**/*.test.ts',
      ],
    },
    {
      ...shared,
      displayName: 'server',
      ...native,
      // An exclusion that began with <rootDir> would be ignored.
      testMatch: [
        '<rootDir>/server/**/*.test.ts',
        '!**/server/{embedded-mongo,poster-art}/**',
        '!**/*.browser.test.ts',
      ],
      globalSetup: '<rootDir>/server/testing/globalSetup.ts',
      globalTeardown: '<rootDir>/server/testing/globalTeardown.ts',
    },
    {
      ...shared,
      displayName: 'client',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/client/**/*.test.{ts,tsx}', '!**/*.browser.test.ts'],
      setupFiles: ['<rootDir>/client/testing/setup.ts'],
      setupFilesAfterEnv: ['<rootDir>/client/testing/freshPage.ts'],
      globalSetup: '<rootDir>/client/testing/bundle.mjs',
      moduleNameMapper: {
        '\\.(css|woff2)$': '<rootDir>/client/testing/empty.ts',
        [`^(${bundledPackages.join('|')})$`]: '<rootDir>/.cache/test-packages/$1.mjs',
      },
    },
    {
      ...shared,
      displayName: 'browser',
      ...native,
      testMatch: ['<rootDir>/**/*.browser.test.ts'],
      globalSetup: '<rootDir>/server/testing/globalSetup.ts',
      globalTeardown: '<rootDir>/server/testing/globalTeardown.ts',
    },
  ],
  // Ends a test that hangs. On a busy machine a browser test takes many times as long as alone.
  testTimeout: 180_000,
  // Native ES modules of finished test files are never freed; a worker with a large heap spends its time collecting it.
  workerIdleMemoryLimit: '1500MB',
};
