// Six suites: `unit` next to the code, `api` against running servers, `soak` for behavior under load, `guides` and other
// browsers, which install packages (both run with `npm run test:all`), `further-guides`, whose tools not every machine
// has, and `interop` with other products of Debian (`npm run interop`).
import { defineConfig } from 'vitest/config';
import { FixedOrder } from './scripts/suite/sequencer.ts';

// They only end what hangs; a busy machine may be many times slower. Speed is measured by `npm run bench`.
const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    sequence: { sequencer: FixedOrder },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          setupFiles: ['tests/harness/seed.ts'],
          ...limits,
          // By default the runner would leave one core unused.
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/{api,attack,connectors,fault,clients}/**/*.test.ts'],
          globalSetup: ['tests/harness/global-setup.ts'],
          setupFiles: ['tests/harness/seed.ts', 'tests/harness/after-each-file.ts'],
          ...limits,
          fileParallelism: true,
          maxWorkers: 2,
          // Each file has its own servers, and loading the test modules takes longer than many tests.
          isolate: false,
        },
      },
      {
        test: {
          name: 'soak',
          environment: 'node',
          include: ['tests/soak/*.test.ts'],
          globalSetup: ['tests/harness/global-setup.ts'],
          setupFiles: ['tests/harness/seed.ts', 'tests/harness/after-each-file.ts'],
          ...limits,
          // Most of them measure.
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        test: {
          name: 'guides',
          environment: 'node',
          include: ['tests/guides/*.test.ts', 'tests/browsers/*.test.ts'],
          globalSetup: ['tests/harness/global-setup.ts'],
          setupFiles: ['tests/harness/seed.ts', 'tests/harness/after-each-file.ts'],
          ...limits,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          name: 'interop',
          environment: 'node',
          include: ['tests/interop/*.test.ts'],
          globalSetup: ['tests/harness/global-setup.ts'],
          setupFiles: ['tests/harness/seed.ts', 'tests/harness/after-each-file.ts'],
          ...limits,
          fileParallelism: false,
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
