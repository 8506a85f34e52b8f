// The page that everybody arrives at: every card leads where it says.

import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
test.beforeAll(() => createAdministrator(server()));

test('from the first page to an application, an API and everything else', async ({ page }) => {
  const start = /\/console\/get-started$/;
  await enterConsole(page, server(), '/console');
  await expect(page).toHaveURL(start);
  await expect(page).toHaveTitle('Get started - Tessera');
  const card = (name: string) => page.getByRole('region', { name });
  const application = card('Sign people in to your application');
  await expect(application.getByRole('button')).toHaveCount(3);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(application.getByRole('button')).toHaveCount(4);
  await checkLooks(page, 'get-started');

  await application.getByRole('button', { name: /^React/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await application.getByRole('button', { name: /^React/ }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await dialog.getByRole('button', { name: 'Create application' }).click();
  await expect(page).toHaveURL(/\/console\/applications\/\w+\/guide\/spa-react$/);

  await page.goto(`${server().origin}/console/get-started`);
  await card('Protect an API')
    .getByRole('button', { name: /Express/ })
    .click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Orders');
  await dialog.getByRole('textbox', { name: /identifier/i }).fill('https://orders.example.com');
  await dialog.getByRole('button', { name: /^Create/ }).click();
  await expect(page).toHaveURL(/\/console\/api-resources\/\w+\/guide\/api-express$/);

  for (const [name, link, leads] of [
    ['Sign people in to your application', 'All guides', /\/console\/applications\/create$/],
    ['Make the sign-in pages yours', 'Customize the sign-in pages', /\/console\/sign-in-experience/],
    ['Protect an API', 'All API guides', /\/console\/api-resources\/create$/],
    ['Decide who may do what', 'Manage roles', /\/console\/roles$/],
  ] as const) {
    await page.goto(`${server().origin}/console/get-started`);
    await card(name).getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(leads);
  }
  await page.goto(`${server().origin}/console/get-started`);
  const trial = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Try it' }).click();
  await expect(await trial).toHaveURL(/\/sign-in/);
  await speak(page, 'ar');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await checkLook(page, 'get-started', 'arabic');
});
