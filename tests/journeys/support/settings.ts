// Locators of an application's settings page.
import { expect, type Page } from '@playwright/test';
import type { ManagementApi } from '../../harness/api.ts';
import type { TestServer } from '../../harness/test-server.ts';
import { said } from './messages.ts';
import { enterConsole } from './people.ts';

export type Kind = 'Native' | 'SPA' | 'Traditional' | 'MachineToMachine';

/** An application with all required settings. */
export const newSettled = async (api: ManagementApi, name: string, type: Kind): Promise<string> => {
  const redirectUris =
    type === 'MachineToMachine'
      ? []
      : [type === 'Native' ? 'com.shop.app://callback' : 'https://shop.example/callback'];
  const answer = await api.call('POST', '/applications', {
    name,
    type,
    oidcClientMetadata: { redirectUris, postLogoutRedirectUris: [] },
  });
  return (answer.json() as { id: string }).id;
};

export const settingsPath = (id: string) => `/console/applications/${id}/settings`;

export const openSettings = async (page: Page, server: TestServer, id: string, name: string) => {
  await enterConsole(page, server, settingsPath(id));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save changes' });

export const save = async (page: Page) => {
  await saveButton(page).click();
  await said(page, 'Changes saved');
  await expect(saveButton(page)).toBeHidden();
};

export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
