// The console explains what custom UI and CSS require, and the limits of custom UI on the console's origin.
import { managementApi } from '../harness/api.ts';
import { expect, test } from './support/journey.ts';
import { createAdministrator, enterConsole, fillRegistration } from './support/people.ts';
import { useServer } from './support/server.ts';

test.describe('in the cloud, on one origin', () => {
  const server = useServer(() => ({ edition: 'cloud' }));

  test('R13 the branding page names the missing setting instead of showing fields', async ({ page }) => {
    await page.goto(`${server().origin}/?sign_up=1`);
    await fillRegistration(page, 'jane');
    await page.getByRole('button', { name: 'Create tenant' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
    const tenantId = new URL(page.url()).pathname.split('/')[1] ?? '';
    const api = await managementApi(server(), tenantId);
    await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
    await page.goto(`${server().origin}/${tenantId}/sign-in-experience/branding`);
    await expect(page.getByText('Ask your operator to set TENANT_ENDPOINT')).toHaveCount(2);
    await expect(page.getByText('Drop a ZIP file here')).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Custom CSS' })).toHaveCount(0);
  });
});

test.describe('in the open-source edition', () => {
  const server = useServer();

  test("S6 custom UI on the console's origin shows a warning", async ({ page }) => {
    await createAdministrator(server());
    const api = await managementApi(server());
    await api.call('PATCH', '/configs/admin-console', { signInExperienceCustomized: true });
    await enterConsole(page, server(), '/console/sign-in-experience/branding');
    await expect(page.getByText('set ADMIN_ENDPOINT to give the console its own origin')).toBeVisible();
    await expect(page.getByText('Drop a ZIP file here')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Custom CSS' })).toHaveCount(1);
    await expect(page.getByText('TENANT_ENDPOINT')).toHaveCount(0);
  });
});
