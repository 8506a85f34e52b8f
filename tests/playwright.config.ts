// Browser journeys: `playwright test -c tests/playwright.config.ts`. Each file starts its own server.
import { defineConfig } from '@playwright/test';
import { launchOptions } from './harness/chromium.ts';

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
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
