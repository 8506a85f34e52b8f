// F21: a new release while a tab is open: chunks the tab has not loaded yet are gone.
import type { Page, Route } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { expect, test } from './support/journey.ts';
import { said } from './support/messages.ts';
import { createAdministrator, fillSignIn, openConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, newSettled, save, saveButton, settingsPath } from './support/settings.ts';

const server = useServer();

test.beforeAll(() => createAdministrator(server()));
test.beforeEach(({ allowComplaint }) => allowComplaint(/status of 404|net::ERR_|MIME type/));

const isPage = (url: URL) => url.pathname.startsWith('/console') && !url.pathname.startsWith('/console-assets');
const isPalette = (url: URL) => /\/console-assets\/palette-[^/]*\.js$/.test(url.pathname);
const gone = (route: Route) => route.fulfill({ status: 404, body: 'gone' });

/** Simulates a page of the previous release: its scripts are others. One of ours is there twice and runs once. */
const openOldRelease = async (page: Page, path: string) => {
  await openConsole(page, server());
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const html = await answer.text();
    const [script = ''] = /<script type="module"[^>]* src="[^>]*><\/script>/.exec(html) ?? [];
    return route.fulfill({ response: answer, body: html.replace(script, `${script}${script}`) });
  });
  await page.goto(`${server().origin}${path}`);
};

const openPalette = (page: Page) => page.keyboard.press('Control+k');

test('F21 a new release is loaded once, and restores all input', async ({ page }) => {
  const id = await newSettled(await managementApi(server()), 'Deployed', 'SPA');
  await openOldRelease(page, settingsPath(id));
  await field(page, 'Name').fill('Deployed 2');
  await page.unroute(isPage);
  await page.route(isPalette, gone);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await openPalette(page);
  await said(page, 'Your unsaved changes were restored.');
  await expect(field(page, 'Name')).toHaveValue('Deployed 2');
  await save(page);
  expect(loads).toBe(1);

  // The new release does not have it either, so the page must not reload in a loop.
  await openPalette(page);
  await expect(page.getByText("Couldn't load this part of the console.")).toBeVisible();
  expect(loads).toBe(1);
  await page.unroute(isPalette);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(field(page, 'Name')).toHaveValue('Deployed 2');
  await openPalette(page);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('F21 a page of the new release, opened from the old one', async ({ page }) => {
  await openOldRelease(page, '/console/applications');
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await page.unroute(isPage);
  const isOldChunk = (url: URL) => /\/console-assets\/creation-[^/]*\.js$/.test(url.pathname);
  let renewed = false;
  page.on('request', (request) => {
    renewed ||= request.isNavigationRequest();
  });
  await page.route(isOldChunk, (route) => (renewed ? route.continue() : gone(route)));
  await page.getByRole('link', { name: 'Create application' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Create application' })).toBeVisible();
  await expect(page).toHaveURL(/\/applications\/create$/);
  expect(renewed).toBe(true);
});

test('F21 without a connection nothing is reloaded, and no input is lost', async ({ page }) => {
  const id = await newSettled(await managementApi(server()), 'Offline', 'SPA');
  await page.goto(`${server().origin}${settingsPath(id)}`);
  await fillSignIn(page, 'admin');
  await field(page, 'Name').fill('Offline 2');
  await page.context().setOffline(true);
  await openPalette(page);
  await expect(page.getByText("Can't reach the server.")).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(field(page, 'Name')).toHaveValue('Offline 2');
  await expect(saveButton(page)).toBeVisible();
});
