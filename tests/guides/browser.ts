// A user who tries the application of a guide: creates an account, sees their name, signs out.
import { chromium, expect } from '@playwright/test';
import { launchOptions } from '../harness/chromium.ts';
import { fillRegistration } from '../journeys/support/people.ts';

type Application = { origin: string; endpoint: string };

/** All guide applications show these words. */
export const tryOut = async ({ origin, endpoint }: Application, username: string) => {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ locale: 'en-US' });
    page.setDefaultTimeout(30_000);
    const action = (name: string) => page.getByRole('button', { name }).or(page.getByRole('link', { name }));
    const patiently = expect.configure({ timeout: 30_000 });

    await page.goto(origin);
    await action('Sign in').click();
    await patiently(page).toHaveURL(`${endpoint}/sign-in`);
    await page.getByRole('link', { name: 'Create account' }).click();
    await fillRegistration(page, username);
    await patiently(page.getByRole('heading', { name: `Hello, ${username}` })).toBeVisible();
    await patiently(page).toHaveURL(`${origin}/`);
    await page.reload();
    await patiently(page.getByRole('heading', { name: `Hello, ${username}` })).toBeVisible();

    await action('Sign out').click();
    await patiently(action('Sign in')).toBeVisible();
    await patiently(page).toHaveURL(`${origin}/`);
    // The server's session has ended too, not only the application's.
    await action('Sign in').click();
    await patiently(page.getByLabel('Password', { exact: true })).toBeVisible();
  } finally {
    await browser.close();
  }
};
