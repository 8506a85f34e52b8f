// Three suites: `unit` beside the code, `api` against running servers from the outside, and `further-guides`, which take
// so long that only the measurements run them.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          // Some start a PostgreSQL, some try thousands of values; a busy machine may be slow, but is not wrong.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // As many as a small machine has cores; left to itself, the runner keeps one core for nothing.
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/{api,attack,fault,clients,guides}/**/*.test.ts'],
          globalSetup: ['tests/harness/global-setup.ts'],
          setupFiles: ['tests/harness/after-each-file.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: true,
          maxWorkers: 2,
          // The servers are what is tested, each file has its own, and loading the tests takes longer than many of them.
          isolate: false,
        },
      },
      {
        test: {
          name: 'further-guides',
          environment: 'node',
          include: ['tests/further-guides/*.test.ts'],
          globalSetup: ['tests/harness/global-setup.ts'],
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
