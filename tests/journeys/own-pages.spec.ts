// Custom sign-in UI: replaces the built-in pages and signs users in through the same API.
import { managementApi } from '../harness/api.ts';
import { demoApp, obtainCode, password } from '../harness/sign-in.ts';
import { zipOf } from '../harness/zip.ts';
import { expect, test } from './support/journey.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const index = `<!doctype html>
<html lang="en">
  <head><title>Shop</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/shop.css"></head>
  <body><h1></h1><button>Come in</button><script type="module" src="/shop.js"></script></body>
</html>`;
const script = `
document.querySelector('h1').textContent = window.__ssr.phrases.data.action.sign_in + ' to the shop';
const call = async (method, path, body) => {
  const response = await fetch('/api/experience' + path, {
    method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}),
  });
  return response.status === 204 ? undefined : response.json();
};
document.querySelector('button').onclick = async () => {
  await call('PUT', '', { interactionEvent: 'SignIn' });
  const { verificationId } = await call('POST', '/verification/password', {
    identifier: { type: 'username', value: 'ada' }, password: ${JSON.stringify(password)},
  });
  await call('POST', '/identification', { verificationId });
  location.replace((await call('POST', '/submit')).redirectTo);
};`;

test('users sign in with a custom UI', async ({ page }) => {
  const { origin } = server();
  await obtainCode({ base: origin, client: demoApp(origin), username: 'ada', register: true });
  const api = await managementApi(server());
  const body = new FormData();
  const archive = zipOf([
    { name: 'index.html', content: index },
    { name: 'shop.js', content: script },
    { name: 'shop.css', content: 'h1 { color: rgb(1, 2, 3); }' },
  ]);
  body.set('file', new File([archive], 'shop.zip', { type: 'application/zip' }));
  const uploaded = await fetch(`${origin}/api/sign-in-exp/default/custom-ui-assets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}` },
    body,
  });
  const { customUiAssetId: id } = (await uploaded.json()) as { customUiAssetId: string };
  await api.call('PATCH', '/sign-in-exp', { customUiAssets: { id, createdAt: Date.now() } });

  await page.goto(`${origin}/demo-app`);
  await expect(page.getByRole('heading', { name: 'Sign in to the shop' })).toHaveCSS('color', 'rgb(1, 2, 3)');
  await page.getByRole('button', { name: 'Come in' }).click();
  await expect(page.getByRole('heading', { name: "You're signed in" })).toBeVisible();

  await api.call('PATCH', '/sign-in-exp', { customUiAssets: null });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
});
