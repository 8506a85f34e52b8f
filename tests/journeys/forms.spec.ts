// All forms: invalid fields are scrolled into view and counted, changes to different fields are merged, read-only
// fields look read-only, nothing shifts while loading, and code typed meanwhile is kept.
import type { Locator, Route } from '@playwright/test';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { expect, test } from './support/one-visitor.ts';
import { createAdministrator, enterConsole } from './support/people.ts';
import { useServer } from './support/server.ts';
import { field, newSettled, openSettings, save, saveButton } from './support/settings.ts';

const server = useServer();
let api: ManagementApi;

test.beforeAll(async () => {
  await createAdministrator(server());
  api = await managementApi(server());
});

const newUser = async (body: object) => ((await api.call('POST', '/users', body)).json() as { id: string }).id;
const read = async (path: string) => (await api.call('GET', path)).json() as object;

test('an invalid field is scrolled into view, even with the focus, and counted in the bar', async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/status of 422/);
  await newUser({ username: 'taken' });
  const id = await newUser({ username: 'ada', name: 'Ada' });
  await enterConsole(page, server(), `/console/users/${id}/settings`);
  await field(page, 'Username').fill('taken');
  const scrollDown = async () => {
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await expect(field(page, 'Username')).not.toBeInViewport();
  };
  await scrollDown();
  // The field already has the focus, so focusing it again would not scroll.
  await saveButton(page).click();
  await expect(field(page, 'Username')).toBeFocused();
  await expect(field(page, 'Username')).toBeInViewport({ ratio: 1 });

  await field(page, 'Username').fill('1st');
  await field(page, 'Email').fill('ada');
  await scrollDown();
  await saveButton(page).click();
  // The first one on the page.
  await expect(field(page, 'Email').or(field(page, 'Username')).first()).toBeFocused();
  const count = page.getByRole('button', { name: '2 errors' });
  await expect(count).toBeVisible();
  await scrollDown();
  await count.click();
  await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 });
  await field(page, 'Email').fill('');
  await field(page, 'Username').fill('ada2');
  await expect(count).toBeHidden();
  await save(page);
});

test('the save bar covers no error, also when it wraps', async ({ page }) => {
  await enterConsole(page, server(), '/console/connectors/templates');
  await page.locator('summary', { hasText: 'Format and sender' }).click();
  const error = page.getByText('Enter an email address, with or without a name.');
  const bar = page.getByRole('status').filter({ hasText: 'unsaved change' }).locator('..');
  const gap = async () => {
    const [above, below] = [await error.boundingBox(), await bar.boundingBox()];
    return above && below ? below.y - (above.y + above.height) : -1;
  };
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await field(page, 'Reply-To').fill('support');
    await page.evaluate('window.scrollTo(0, 0)');
    await expect(field(page, 'Reply-To')).not.toBeInViewport();
    await saveButton(page).click();
    await expect(field(page, 'Reply-To')).toBeFocused();
    await expect.poll(gap, `${width}`).toBeGreaterThan(0);
    await expect(error).toBeInViewport({ ratio: 1 });
    await field(page, 'Reply-To').fill('');
  }
});

test('two administrators change different fields, and both changes are saved', async ({ page, allowComplaint }) => {
  // The server refuses to overwrite a version the page has not seen, and the page retries.
  allowComplaint(/status of 412/);
  const id = await newSettled(api, 'Merged', 'Traditional');
  await openSettings(page, server(), id, 'Merged');
  await field(page, 'Name').fill('Mine');
  await api.call('PATCH', `/applications/${id}`, { description: 'Theirs' });
  await save(page);
  await expect(field(page, 'Description')).toHaveValue('Theirs');
  await expect.poll(() => read(`/applications/${id}`)).toMatchObject({ name: 'Mine', description: 'Theirs' });

  // The same value from both sides is not a conflict.
  await field(page, 'Name').fill('Same');
  await field(page, 'Description').fill('Mine');
  await api.call('PATCH', `/applications/${id}`, { name: 'Same' });
  await save(page);
  await expect.poll(() => read(`/applications/${id}`)).toMatchObject({ name: 'Same', description: 'Mine' });

  await field(page, 'Name').fill('My name');
  await api.call('PATCH', `/applications/${id}`, { name: 'Their name', description: 'Theirs again' });
  await saveButton(page).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Their name' });
  await expect(notice).not.toContainText('Theirs again');
  await notice.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(notice).toBeHidden();
  await expect.poll(() => read(`/applications/${id}`)).toMatchObject({ name: 'My name', description: 'Theirs again' });
});

test('read-only fields look read-only', async ({ page }) => {
  await enterConsole(page, server(), '/console/api-resources/management-api/general');
  const readOnly = page.locator('input[readonly]').first();
  await expect(readOnly).toBeVisible();
  const lookOf = (field: Locator) =>
    field.evaluate((element) => {
      const { borderTopColor, backgroundColor } = element.ownerDocument.defaultView.getComputedStyle(element);
      return { borderTopColor, backgroundColor };
    });
  const locked = await lookOf(readOnly);
  await enterConsole(page, server(), '/console/roles/create');
  const editable = await lookOf(page.getByRole('dialog').getByRole('textbox').first());
  expect(locked.borderTopColor).not.toBe(editable.borderTopColor);
  expect(locked.backgroundColor).not.toBe(editable.backgroundColor);
});

test("a user's page does not shift while loading", async ({ page, context }) => {
  const id = await newUser({ username: 'steady', name: 'Steady' });
  // Each part loads separately, and is drawn before the next one.
  let turn: Promise<unknown> = Promise.resolve();
  const loadAlone = async (route: Route) => {
    const isLoaded = page.waitForEvent('requestfinished', (request) => request === route.request());
    await route.continue();
    await isLoaded;
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  };
  await context.route(/\/api\//, (route) => {
    // The page may be closed by then.
    turn = turn.then(() => loadAlone(route)).catch(() => {});
  });
  await page.addInitScript(`(() => {
    const places = (window.places = []);
    const look = () => {
      const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === 'Custom data');
      if (heading) places.push(Math.round(heading.getBoundingClientRect().y));
      requestAnimationFrame(look);
    };
    look();
  })()`);
  await enterConsole(page, server(), `/console/users/${id}/settings`);
  await expect(page.getByRole('heading', { level: 2, name: 'Custom data' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const places = await page.evaluate<number[]>('window.places');
  expect(places.length).toBeGreaterThan(1);
  // A font that is still loading may shift text by a pixel.
  expect(Math.max(...places) - Math.min(...places)).toBeLessThanOrEqual(1);
});

test('code is typed while its editor loads', async ({ page }) => {
  const id = await newUser({ username: 'typist' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const isEditor = /\/editor-frame-[^/]+\.js$/;
  await page.route(isEditor, async (route) => {
    await released;
    await route.continue();
  });
  await enterConsole(page, server(), `/console/users/${id}/settings`);
  const data = field(page, 'Custom data');
  await data.fill('{ "plan":');
  const loaded = page.waitForResponse(isEditor);
  release();
  await (await loaded).finished();
  await page.keyboard.type(' "gold" }');
  await expect(data).toHaveValue('{ "plan": "gold" }');
  await data.blur();
  await expect(page.locator('.cm-content')).toHaveText('{ "plan": "gold" }');
  // Nothing waits between the keys.
  await data.press('ControlOrMeta+a');
  await page.keyboard.type('{ "plan": "silver", "since": 2019 }');
  await save(page);
  await expect.poll(() => read(`/users/${id}`)).toMatchObject({ customData: { plan: 'silver', since: 2019 } });
});
