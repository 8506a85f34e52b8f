// Journeys in a real browser: `playwright test -c tests/playwright.config.ts`. Each file starts a server of its own.
import { defineConfig } from '@playwright/test';
import { launchOptions } from './harness/chromium.ts';

export default defineConfig({
  testDir: 'journeys',
  outputDir: 'results',
  globalSetup: './journeys/support/global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
