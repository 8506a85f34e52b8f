// The organization template: permissions, roles and their assignments.
import type { Page } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { newOrganizationRole, newOrganizationScope } from '../harness/organizations.ts';
import { addResource } from '../harness/permissions.ts';
import { speak } from './support/language.ts';
import { checkLook, checkLooks } from './support/looks.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, save } from './support/settings.ts';

const server = useServer();
test.beforeAll(async () => {
  await createAdministrator(server());
  await addResource(server(), 'default', { indicator: 'https://invoices.example', scopes: ['read', 'write'] });
});

const template = '/console/organization-template';
const open = async (page: Page, path = '') => {
  await enterConsole(page, server(), `${template}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const row = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });

test('the introduction explains organizations and shows roles', async ({ page }) => {
  await open(page);
  const button = page.getByRole('button', { name: 'How it works' });
  await button.click();
  const drawer = page.getByRole('dialog', { name: 'How organizations work' });
  const dimmed = drawer.locator('[data-dimmed="true"]');
  await expect(dimmed).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Maya' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('button', { name: 'Maya' }).last()).toHaveAttribute('aria-pressed', 'true');
  await expect(dimmed.getByRole('button')).toHaveText(['Editor', 'JJonas', 'Editor', 'LLin', 'Admin']);
  await page.keyboard.press('Enter');
  await expect(dimmed).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Editor' }).first().hover();
  await expect(dimmed).toHaveCount(5);
  await page.mouse.move(0, 0);
  await checkLook(page, 'introduction', 'light');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(button).toBeFocused();
});

test('from an empty template to a role with permissions', async ({ page }) => {
  await open(page);
  await expect(page).toHaveURL(/\/organization-template\/organization-roles$/);
  await expect(page.getByRole('heading', { name: 'No organization roles yet' })).toBeVisible();

  await page.getByRole('link', { name: 'Organization permissions' }).click();
  await page.getByRole('button', { name: 'Create permission' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(field(page, 'Permission')).toBeFocused();
  await field(page, 'Permission').fill('read members');
  await dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(dialog.getByText("Permission names can't contain spaces.")).toBeVisible();
  await field(page, 'Permission').fill('read:members');
  await field(page, 'Description').fill('See who is in it');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Create permission' }).click();
  await expect(row(page, 'read:members')).toContainText('See who is in it');

  await page.getByRole('link', { name: 'Organization roles' }).click();
  await page.getByRole('button', { name: 'Create role' }).first().click();
  await field(page, 'Role').fill('Auditor');
  await dialog.getByRole('button', { name: 'Create role' }).click();

  // The permission dialog opens immediately.
  const assign = page.getByRole('dialog', { name: 'Assign permissions to Auditor' });
  await expect(assign).toBeVisible();
  await assign.getByRole('checkbox', { name: 'read:members' }).check();
  await expect(assign.getByRole('tab', { name: 'Organization permissions (1)' })).toBeVisible();
  await assign.getByRole('tab', { name: 'API permissions' }).click();
  await expect(assign.getByText('Management API')).toBeHidden();
  await assign.getByRole('checkbox', { name: /invoices\.example/ }).check();
  await expect(assign.getByRole('tab', { name: 'API permissions (2)' })).toBeVisible();
  await checkLooks(page, 'organization-role-assign-apis');
  await assign.getByRole('button', { name: 'Assign permissions' }).click();
  await expect(assign).toBeHidden();
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await expect(row(page, 'read:members')).toContainText('Organization');
  await expect(row(page, 'write')).toContainText('https://invoices.example');

  await page.getByRole('link', { name: 'Back to organization roles' }).click();
  await expect(row(page, 'Auditor')).toContainText('read:members');
  await expect(row(page, 'Auditor')).toContainText('write');
  await checkLooks(page, 'organization-roles');
});

test('a role is searched, edited, renamed, loses a permission and is deleted', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 422/);
  const api = await managementApi(server());
  const scopes = [
    await newOrganizationScope(api, { name: 'edit:this', description: 'Before' }),
    await newOrganizationScope(api, { name: 'keep:that' }),
  ];
  await newOrganizationRole(api, { name: 'Taken' });
  const id = await newOrganizationRole(api, { name: 'Editor', organizationScopeIds: scopes });
  await open(page, `/organization-roles/${id}`);
  await expect(page).toHaveURL(new RegExp(`/organization-template/roles/${id}/permissions$`));

  await page.getByRole('textbox', { name: 'Search permissions' }).fill('edit');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page).toHaveURL(/keyword=edit$/);
  await page.getByRole('button', { name: 'Actions for edit:this' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(field(page, 'Permission')).not.toBeEditable();
  await field(page, 'Description').fill('After');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'edit:this')).toContainText('After');
  await page.getByRole('button', { name: 'Actions for edit:this' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Clear search' }).first().click();
  await expect(page.locator('tbody tr')).toHaveCount(1);

  await page.getByRole('link', { name: 'General' }).click();
  await field(page, 'Role').fill('Taken');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('A role with this name already exists.')).toBeVisible();
  await checkLooks(page, 'organization-role-general');
  await field(page, 'Role').fill('Writer');
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Writer' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete role' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/organization-template\/organization-roles$/);
  await expect(row(page, 'Writer')).toHaveCount(0);
});

test('permissions are paged, and a deleted one is removed from its roles', async ({ page }) => {
  const api = await managementApi(server());
  const id = await newOrganizationScope(api, { name: 'gone:soon' });
  await newOrganizationRole(api, { name: 'Holder', organizationScopeIds: [id] });
  for (let number = 0; number < 22; number += 1) await newOrganizationScope(api, { name: `many:${number}` });
  await open(page, '/organization-permissions');
  await expect(page.getByRole('navigation', { name: 'Pagination' })).toContainText('1–20 of');
  await page.getByRole('textbox', { name: 'Search by name' }).fill('gone');
  await page.getByRole('button', { name: 'Actions for gone:soon' }).click();
  await checkLooks(page, 'organization-permissions');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await page.getByRole('link', { name: 'Organization roles' }).click();
  await expect(row(page, 'Holder')).toContainText('–');
});

test('dialogs of the template pages', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Create role' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create role' }).click();
  await expect(field(page, 'Role')).toBeFocused();
  await checkLooks(page, 'organization-role-create');
  await page.goto(`${server().origin}${template}/organization-permissions`);
  await page.getByRole('button', { name: 'Create permission' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create permission' }).click();
  await expect(field(page, 'Permission')).toBeFocused();
  await checkLooks(page, 'organization-permission-create');
});

test('a role with permissions, in every look', async ({ page }) => {
  const api = await managementApi(server());
  const organizationScopeIds = [await newOrganizationScope(api, { name: 'look:at', description: 'See it' })];
  const id = await newOrganizationRole(api, { name: 'Looker', organizationScopeIds });
  await open(page, `/roles/${id}/permissions`);
  await expect(row(page, 'look:at')).toBeVisible();
  await checkLooks(page, 'organization-role-permissions');
  await page.goto(`${server().origin}${template}/roles/${id}/permissions?assign=1`);
  await expect(page.getByRole('dialog', { name: 'Assign permissions to Looker' })).toBeVisible();
  await checkLooks(page, 'organization-role-assign');
});

test('the template in Arabic', async ({ page }) => {
  await open(page);
  await speak(page, 'ar');
  await expect(page.getByRole('heading', { level: 1, name: 'قالب المؤسسات' })).toBeVisible();
  await checkLook(page, 'organization-roles', 'arabic');
});
