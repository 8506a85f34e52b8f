// Another site can send a browser to the end-session endpoint, but cannot end the session.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './support/journey.ts';
import { fillRegistration } from './support/people.ts';
import { useServer } from './support/server.ts';

test.describe('signing out', () => {
  const running = useServer();

  test('R16 is confirmed by the user when another page asks for it', async ({ page }) => {
    const server = running();
    await page.goto(`${server.origin}/demo-app`);
    await page.getByRole('link', { name: 'Create account' }).click();
    await fillRegistration(page, 'jane');
    await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();

    const hostile = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<script>location.assign('${server.origin}/oidc/session/end?client_id=demo-app')</script>`);
    });
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
    const { port } = hostile.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
    await expect(page).toHaveURL(/\/oidc\/session\/end/);
    await page.getByRole('link', { name: 'Stay signed in' }).click();
    await expect(page.getByRole('heading', { name: "You're still signed in" })).toBeVisible();
    hostile.close();

    const newTab = await page.context().newPage();
    await newTab.goto(`${server.origin}/demo-app`);
    await expect(newTab.getByRole('heading', { name: "You're signed in" })).toBeVisible();
    await newTab.goto(`${server.origin}/oidc/session/end`);
    await newTab.getByRole('button', { name: 'Sign out' }).click();
    await expect(newTab.getByRole('heading', { name: "You're signed out" })).toBeVisible();
    // A tab without tokens depends on the session alone.
    const lastTab = await page.context().newPage();
    await lastTab.goto(`${server.origin}/demo-app`);
    await expect(lastTab).toHaveURL(`${server.origin}/sign-in`);
  });
});
