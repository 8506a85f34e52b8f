// The test fixture for one administrator: the session and cached files are kept between the journeys of a file, because
// signing in takes longer than most journeys. All other browser state is cleared.
import type { BrowserContext } from '@playwright/test';
import { test as base } from './journey.ts';

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

export const test = base.extend({
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
