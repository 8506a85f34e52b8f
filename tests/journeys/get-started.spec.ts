// Get started: the checklist completes itself, and every card leads to its page.
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
test.beforeAll(() => createAdministrator(server()));

test('from the start page to an application, an API and everything else', async ({ page }) => {
  const start = /\/console\/get-started$/;
  await enterConsole(page, server(), '/console');
  await expect(page).toHaveURL(start);
  await expect(page).toHaveTitle('Get started - Tessera');
  const card = (name: string) => page.getByRole('region', { name });
  const application = card('Add sign-in to your app');
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
  // The guide's URIs are registered already.
  await expect(page.getByRole('textbox', { name: 'Redirect URIs, row 1', exact: true })).toHaveValue(/^http/);
  await expect(page.getByRole('button', { name: 'Save: Redirect URIs' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save: Post sign-out redirect URIs' })).toBeDisabled();
  await page.goBack();
  await expect(page).toHaveURL(start);

  await card('Protect an API')
    .getByRole('button', { name: /Express/ })
    .click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Orders');
  await dialog.getByRole('textbox', { name: /identifier/i }).fill('https://orders.example.com');
  await dialog.getByRole('button', { name: /^Create/ }).click();
  await expect(page).toHaveURL(/\/console\/api-resources\/\w+\/guide\/api-express$/);

  const checklist = card('Your first sign-in');
  const step = (name: string) => checklist.getByRole('listitem').filter({ hasText: name });
  for (const [region, link, leads] of [
    [card('Add sign-in to your app'), 'All guides', /\/console\/applications\/create$/],
    [card('Protect an API'), 'All API guides', /\/console\/api-resources\/create$/],
    [step('Create an application'), 'Open', /\/console\/applications\/\w+\/settings$/],
    [step('Customize the sign-in pages'), 'Customize', /\/console\/sign-in-experience/],
    [step('Add your email'), 'Profile', /\/console\/profile$/],
  ] as const) {
    await page.goto(`${server().origin}/console/get-started`);
    await region.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(leads);
  }

  // Steps complete themselves: an application and an API exist, and then a user signs in.
  await page.goto(`${server().origin}/console/get-started`);
  await expect(page.getByText('2 of 7 done')).toBeVisible();
  const { origin } = server();
  const opened = page.waitForEvent('popup');
  await step('Sign in once').getByRole('link', { name: 'Try sign-in' }).click();
  const trial = await opened;
  await expect(trial).toHaveURL(/\/sign-in/);
  await obtainTokens({ base: origin, client: demoApp(origin), username: 'bob', register: true });
  await page.bringToFront();
  await expect(page.getByText('3 of 7 done')).toBeVisible();
  await page.getByRole('button', { name: 'Hide checklist' }).click();
  await expect(checklist).toBeHidden();
  await page.getByRole('button', { name: 'Show checklist' }).click();
  await expect(checklist).toBeVisible();
  await speak(page, 'ar');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await checkLook(page, 'get-started', 'arabic');
});
