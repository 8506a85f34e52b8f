// Token scripts in the console: editing, testing, saving and deleting.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { said } from './support/messages.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';

const server = useServer();
test.beforeAll(() => createAdministrator(server()));
test.beforeEach(async () => {
  const api = await managementApi(server());
  for (const kind of ['access-token', 'client-credentials'])
    await api.call('DELETE', `/configs/jwt-customizer/${kind}`);
});

const overview = '/console/customize-jwt';
const card = (page: Page, name: string) => page.getByRole('region', { name });
const editor = (page: Page) => page.getByRole('textbox', { name: 'Script' });
const writeScript = async (page: Page, text: string) => {
  await expect(page.locator('.cm-content').first()).toBeVisible();
  await editor(page).fill(text);
};
const result = (page: Page) => page.getByRole('region', { name: 'Test result' });
const run = (page: Page) => page.getByRole('button', { name: 'Run test' }).click();
const script = (body: string) =>
  `const getCustomJwtClaims = async ({ token, context, environmentVariables, api }) => {\n${body}\n};`;

const openOverview = async (page: Page) => {
  await openConsole(page, server());
  await page.getByRole('link', { name: 'Custom JWT' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Custom JWT' })).toBeVisible();
};
const openNew = async (page: Page, kind = 'User access tokens') => {
  await openOverview(page);
  await card(page, kind).getByRole('link', { name: 'Create script' }).click();
  await expect(page.getByRole('heading', { level: 1, name: kind })).toBeVisible();
  await expect(page.locator('.cm-content').first()).toBeVisible();
};
const readStored = async () => {
  const api = await managementApi(server());
  return (await api.call('GET', '/configs/jwt-customizer')).json() as { key: string; value: Record<string, unknown> }[];
};

test('a script is tested, created, changed and deleted', async ({ page }) => {
  await openNew(page);
  await expect(page).toHaveURL(/\/console\/customize-jwt\/access-token\/create$/);
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await writeScript(page, script('  return { name: context.user.name, region: environmentVariables.REGION };'));
  await page.locator('summary', { hasText: 'Environment variables' }).click();
  await page.getByRole('textbox', { name: 'Name, row 1' }).fill('REGION');
  await page.getByLabel('Value, row 1', { exact: true }).fill('eu');
  await expect(page.getByLabel('Value, row 1', { exact: true })).toHaveAttribute('type', 'password');
  await run(page);
  await expect(result(page)).toContainText('"name": "Ada Lovelace"');
  await expect(result(page)).toContainText('"region": "eu"');
  await expect(result(page)).toContainText(/"sub": "u-123456"[^}]+"iss": "http[^}]+\/oidc"[^}]+"region": "eu"/);
  await checkLooks(page, 'custom-jwt-claims');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await said(page, 'Script created');
  await expect(page).toHaveURL(/\/console\/customize-jwt$/);
  await expect
    .poll(() => readStored())
    .toMatchObject([
      {
        key: 'jwt.accessToken',
        value: { environmentVariables: { REGION: 'eu' }, contextSample: { user: { username: 'ada' } } },
      },
    ]);

  await card(page, 'User access tokens').getByRole('link', { name: 'Edit script' }).click();
  await expect(editor(page)).toContainText('environmentVariables.REGION');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
  await writeScript(page, script('  return { two: 2 };'));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await said(page, 'Changes saved');
  await expect(page).toHaveURL(/\/access-token\/edit$/);
  await page.goto(`${server().origin}${overview}/access-token/create`);
  await expect(page).toHaveURL(/\/access-token\/edit$/);
  await expect(editor(page)).toContainText('two: 2');

  await page.getByRole('link', { name: 'Back to custom JWT' }).click();
  await card(page, 'User access tokens').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this script?' });
  await expect(question).toBeVisible();
  await checkLooks(page, 'custom-jwt-delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Script deleted');
  await expect(card(page, 'User access tokens').getByRole('link', { name: 'Create script' })).toBeVisible();
  await expect.poll(() => readStored()).toEqual([]);
});

test('errors are shown on their line and in words', async ({ page, allowComplaint }) => {
  allowComplaint(/status of (403|422|400)/);
  await openNew(page);
  await writeScript(page, script('\n  throw new Error("no plan");'));
  await run(page);
  await expect(result(page)).toContainText('Line 3: no plan');
  await expect(page.locator('.cm-error-line')).toHaveText(/throw new Error/);
  await checkLooks(page, 'custom-jwt-error');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(result(page)).toBeHidden();

  await writeScript(page, script('  api.denyAccess("Not today");'));
  await run(page);
  await expect(result(page)).toContainText('Access denied');
  await expect(result(page)).toContainText('Not today');
  await writeScript(page, script('  return 7;'));
  await run(page);
  await expect(result(page)).toContainText('The script must return an object.');

  await writeScript(page, script('  return { a: ; };'));
  await expect(page.getByText('Line 2: Invalid JavaScript.')).toBeVisible();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/Line 2: SyntaxError/)).toBeVisible();
  await expect(editor(page)).toBeFocused();
  await expect.poll(() => readStored()).toEqual([]);
  await writeScript(page, script('  return { name: context.user.nmae };'));
  await expect(page.getByText(/Line 2: .*context\.user.* has no field .*nmae/)).toBeVisible();
  await checkLooks(page, 'custom-jwt-finding');
  await page.getByRole('button', { name: 'Restore default script' }).click();
  await expect(editor(page)).toContainText('return {};');
  await expect(page.getByText('Invalid JavaScript.')).toHaveCount(0);
});

test('R06 a script that denies access blocks issuance on error, unless configured otherwise', async ({ page }) => {
  const block = page.getByRole('switch', { name: 'Block issuance on error' });
  await openNew(page, 'Machine-to-machine tokens');
  await expect(block).not.toBeChecked();
  await writeScript(page, script('  api.denyAccess();'));
  await expect(block).toBeChecked();
  await block.press('Space');
  await expect(block).not.toBeChecked();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await said(page, 'Script created');
  await expect.poll(() => readStored()).toMatchObject([{ value: { blockIssuanceOnError: false } }]);

  await card(page, 'Machine-to-machine tokens').getByRole('link', { name: 'Edit script' }).click();
  await expect(block).not.toBeChecked();
  await block.press('Space');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await said(page, 'Changes saved');
  await expect.poll(() => readStored()).toMatchObject([{ value: { blockIssuanceOnError: true } }]);
});

test('the editor completes script inputs', async ({ page }) => {
  await openNew(page);
  await writeScript(page, script('  return { name: context.user.user };').replace('user };', ''));
  await editor(page).press('ControlOrMeta+End');
  await writeScript(page, '');
  await editor(page).pressSequentially('context.user.primaryE');
  const option = page.getByRole('option', { name: /primaryEmail/ });
  await expect(option).toBeVisible();
  await expect(option).toContainText('string | null');
  // Not with Enter: right after the list opens, the editor inserts a line break.
  await option.click();
  await expect(editor(page)).toContainText('context.user.primaryEmail');
});

test('test data and variables are validated before sending', async ({ page }) => {
  await openNew(page);
  await page.locator('summary', { hasText: 'Environment variables' }).click();
  await page.getByRole('textbox', { name: 'Name, row 1' }).fill('not-good');
  await page.getByLabel('Value, row 1', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Use only letters, digits and underscores.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name, row 1' })).toBeFocused();
  await checkLooks(page, 'custom-jwt-variables');
  await page.getByRole('textbox', { name: 'Name, row 1' }).fill('GOOD');

  await page.getByRole('link', { name: 'Test data' }).click();
  await expect(page).toHaveURL(/\?side=data$/);
  const context = page.getByRole('textbox', { name: 'Context' });
  await context.fill('{"user": ');
  await run(page);
  await expect(page.getByText('Enter a valid JSON object')).toBeVisible();
  await expect(context).toBeFocused();
  await checkLooks(page, 'custom-jwt-data');
  await page.getByRole('button', { name: 'Restore sample: Context' }).click();
  await writeScript(page, script('  return { user: context.user.username, key: environmentVariables.GOOD };'));
  await run(page);
  await expect(result(page)).toContainText('"user": "ada"');

  const api = await managementApi(server());
  await api.call('POST', '/users', { username: 'grace' });
  await page.getByRole('combobox', { name: 'Test user' }).fill('grace');
  await page.getByRole('option', { name: 'grace' }).click();
  await writeScript(page, script('  console.log(token.scope); return { user: context.user.username, sub: "x" };'));
  await run(page);
  await expect(result(page)).toContainText('"user": "grace"');
  await expect(result(page)).toContainText(/only the server can set them: .*sub/);
  await expect(result(page).getByRole('listitem')).toHaveText('read:orders');
});

test('leaving loses no input, and machine-to-machine scripts have no context', async ({ page }) => {
  await openNew(page, 'Machine-to-machine tokens');
  await expect(page.getByText('User', { exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Test data' }).click();
  await expect(page.getByRole('textbox', { name: 'Token' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Context' })).toHaveCount(0);
  await writeScript(page, 'const getCustomJwtClaims = () => ({ typed: true });');
  await page.getByRole('link', { name: 'Back to custom JWT' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(editor(page)).toContainText('typed: true');
  await page.getByRole('link', { name: 'Back to custom JWT' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/customize-jwt$/);
});

test('the overview, unknown URLs, and Arabic', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 404|net::ERR_FAILED/);
  await openOverview(page);
  await expect(card(page, 'Machine-to-machine tokens').getByRole('link', { name: 'Create script' })).toBeVisible();
  await checkLooks(page, 'custom-jwt-overview');
  await page.goto(`${server().origin}${overview}/id-token/create`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto(`${server().origin}${overview}/access-token/edit`);
  await expect(page.getByRole('heading', { name: 'Script not found' })).toBeVisible();
  await page.route('**/api/configs/jwt-customizer', (route) => route.abort());
  await page.goto(`${server().origin}${overview}`);
  await expect(page.getByRole('alert')).toContainText("Can't reach the server.");
  await page.unroute('**/api/configs/jwt-customizer');

  await page.goto(`${server().origin}${overview}`);
  await speak(page, 'ar');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await checkLook(page, 'custom-jwt-overview', 'arabic');
  await page.goto(`${server().origin}${overview}/access-token/create`);
  await expect(page.locator('.cm-content').first()).toBeVisible();
  await checkLook(page, 'custom-jwt-editor', 'arabic');
});
