// The first screen of the console, in a browser that is signed in but has nothing in its cache.
import type { Page } from '@playwright/test';
import { budgets } from '../harness/budgets.ts';
import { expect, test } from './support/journey.ts';
import { recordLoads } from './support/loads.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
test.beforeAll(() => createAdministrator(server()));

const expectFirstScreen = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
  await page.waitForLoadState('networkidle');
};

test('the first screen takes few requests and little data', async ({ page, browser }) => {
  await enterConsole(page, server(), '/console/get-started');
  await expectFirstScreen(page);
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const fresh = await context.newPage();
  const loads = await recordLoads(fresh);
  await fresh.goto(`${server().origin}/console`);
  await expectFirstScreen(fresh);

  const list = loads()
    .map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`)
    .join('\n');
  expect(loads().length, list).toBeLessThanOrEqual(budgets.firstScreenRequests);
  const bytes = loads().reduce((sum, load) => sum + load.bytes, 0);
  expect(bytes / 1024, list).toBeLessThanOrEqual(budgets.firstScreen);
  await context.close();
});
