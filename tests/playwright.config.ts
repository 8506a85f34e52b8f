// Browser journeys: `playwright test -c tests/playwright.config.ts`. Each file starts its own server.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { orderFiles, shuffleVariable } from '../scripts/suite/order.ts';
import { launchOptions } from './harness/chromium.ts';

// Files run by path; a project for each changes that.
const shuffled = () => {
  const files = readdirSync(join(import.meta.dirname, 'journeys')).filter((file) => file.endsWith('.spec.ts'));
  return orderFiles(files).map((file) => ({ name: file, testMatch: file }));
};

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'results',
  globalSetup: './journeys/support/global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Limits only end what hangs; a busy machine may be many times slower.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  ...(process.env[shuffleVariable] && { projects: shuffled() }),
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
