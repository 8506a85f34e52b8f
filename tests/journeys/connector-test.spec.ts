// The test of a connector that is not saved: the provider's page, the page behind the redirect URI, and a second use.
import { expect as check } from '@playwright/test';
import { managementApi } from '../harness/api.ts';
import { connectorTestCalls } from '../harness/connector-tests.ts';
import { startOAuthPeer } from '../harness/oauth-peer.ts';
import { peerConfig, socialConnectorFolder } from '../harness/social-connectors.ts';
import { expect, test } from './support/journey.ts';
import { checkWithFooter } from './support/looks.ts';
import { useServer } from './support/server.ts';

const connectors = socialConnectorFolder();
const server = useServer(() => ({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } }));
test.afterAll(() => connectors.remove());

test('test a connector that is not saved, in a window of its own', async ({ page, allowComplaint }) => {
  allowComplaint(/status of 400/);
  const api = await managementApi(server());
  const peer = await startOAuthPeer();
  const { start, read } = connectorTestCalls(
    () => api,
    () => server().origin,
  );
  const before = await api.call('GET', '/users?page_size=1');
  peer.people.set('Tess', { sub: 'tess', name: 'Tess', email: 'tess@peer.example', email_verified: true });
  const { id, authorizationUri, redirectUri } = await start({
    factoryId: 'keeper',
    connectorId: 'not-saved',
    config: peerConfig(peer),
  });
  await page.goto(authorizationUri);
  await page.getByText('Tess', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Test finished' })).toBeVisible();
  await expect(page).toHaveURL(/\/callback\/test\/not-saved$/);
  await checkWithFooter(page, 'connector-test');
  check(await read(id)).toMatchObject({ status: 'succeeded', profile: { id: 'tess', email: 'tess@peer.example' } });
  const after = await api.call('GET', '/users?page_size=1');
  check(after.headers.get('total-number')).toBe(before.headers.get('total-number'));

  const { state, code } = peer.answerFor({ sub: 'tess' }, authorizationUri);
  await page.goto(`${redirectUri}?${new URLSearchParams({ state, code })}`);
  await expect(page.getByRole('heading', { name: 'This test has expired' })).toBeVisible();
  await checkWithFooter(page, 'connector-test-expired');
  await peer.stop();
});
