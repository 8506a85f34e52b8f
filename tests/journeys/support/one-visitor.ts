// The test of journeys by one administrator: the browser keeps its session and its files from one journey of a file to
// the next, as at a desk, because signing in anew takes longer than most journeys. What else a journey left in the
// browser is gone.
import type { BrowserContext } from '@playwright/test';
import { test as base } from './journey.ts';

type Visit = { file: string; context: BrowserContext };

const forgetAllButTokens = `Object.keys(localStorage)
  .filter((key) => !/:(id_token|refresh_token|access_tokens)$/.test(key))
  .forEach((key) => localStorage.removeItem(key))`;

const tidy = async (context: BrowserContext) => {
  await context.setOffline(false);
  await context.unrouteAll();
  const page = context.pages()[0] ?? (await context.newPage());
  const { origins } = await context.storageState();
  for (const { origin } of origins) {
    await page.goto(`${origin}/oidc/jwks`);
    await page.evaluate(forgetAllButTokens);
  }
  for (const open of context.pages()) await open.close();
};

export const test = base.extend<object, { visit: Partial<Visit> }>({
  visit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern
    async ({}, use) => {
      const visit: Partial<Visit> = {};
      await use(visit);
      await visit.context?.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, visit }, use, { file }) => {
    if (visit.file !== file) {
      await visit.context?.close();
      visit.context = await browser.newContext();
      visit.file = file;
    }
    const context = visit.context as BrowserContext;
    await use(context);
    await tidy(context);
  },
});

export { expect } from './journey.ts';
