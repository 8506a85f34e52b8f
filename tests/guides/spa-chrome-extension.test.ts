// Follows the Chrome extension guide literally, in a Chromium that loads extensions.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { describe, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { launchOptions } from '../harness/chromium.ts';
import { systemProgram } from '../harness/system-program.ts';
import { fillRegistration } from '../journeys/support/people.ts';
import { patience, useFollowedGuide } from './running-guide.ts';

/** Chromium derives the ID of an unpacked extension from its folder. */
const idOf = (folder: string) =>
  [...createHash('sha256').update(folder).digest('hex').slice(0, 32)]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
    .join('');

const withExtension = async (folder: string, work: (context: BrowserContext) => Promise<void>) => {
  const profile = mkdtempSync(join(tmpdir(), 'tessera-extension-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    // The headless shell has no extensions.
    executablePath: systemProgram('/usr/bin/chromium', 'chromium'),
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      ...(launchOptions.args ?? []),
      ...['--headless=new', `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    ],
    locale: 'en-US',
  });
  try {
    await work(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** Clicks in the popup, and returns the window that the extension opens. */
const openWindow = async (context: BrowserContext, popup: Page, name: string) => {
  const opened = context.waitForEvent('page');
  await popup.getByRole('button', { name }).click();
  return opened;
};

describe('the Chrome extension guide', () => {
  const followed = useFollowedGuide('spa-chrome-extension');

  it('signs users in and out', { timeout: patience }, async () => {
    const { server, guide, project } = followed();
    const folder = join((await project.run('pwd')).trim(), 'extension');
    const id = idOf(folder);
    const api = await managementApi(server);
    const origin = `https://${id}.chromiumapp.org`;
    const registered = await api.call('PATCH', `/applications/${guide.appId}`, {
      oidcClientMetadata: {
        ...{ redirectUris: [`${origin}/callback`], postLogoutRedirectUris: [`${origin}/signed-out`] },
      },
      customClientMetadata: { corsAllowedOrigins: [`chrome-extension://${id}`] },
    });
    expect(registered.status, registered.body).toBe(200);
    await withExtension(folder, async (context) => {
      const popup = await context.newPage();
      await popup.goto(`chrome-extension://${id}/popup.html`);
      const window = await openWindow(context, popup, 'Sign in');
      await window.getByRole('link', { name: 'Create account' }).click();
      await fillRegistration(window, 'extended');
      const patiently = expect.configure({ timeout: 30_000 });
      await patiently(popup.getByRole('heading', { name: 'Hello, extended' })).toBeVisible();
      const leaving = await openWindow(context, popup, 'Sign out');
      // It closes by itself when the session has ended.
      if (!leaving.isClosed()) await leaving.waitForEvent('close');
      await patiently(popup.getByRole('button', { name: 'Sign in' })).toBeVisible();
      const again = await openWindow(context, popup, 'Sign in');
      await patiently(again.getByLabel('Password', { exact: true })).toBeVisible();
    });
  });
});
