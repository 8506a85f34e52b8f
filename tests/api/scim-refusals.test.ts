// Requests of an identity provider that are refused before they reach a resource: administrators see why and when.
import type { ScimRequest } from '@tessera/contract/scim-provisioning';
import { expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { newScimClient, scimClientOf } from '../harness/scim.ts';
import { useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

it('are listed with the reason, once in five minutes', async () => {
  const server = await useServer();
  const api = await managementApi(server);
  const ours = await newScimClient(server, api, ['ours.example.com']);
  const theirs = await newScimClient(server, api, ['theirs.example.com']);
  const began = Date.now();
  const url = `${server.base('default')}/api/scim/${ours.ssoConnectorId}/v2/Users`;
  expect((await newVisitor().send('GET', url)).status).toBe(401);
  const wrong = scimClientOf(server, ours.ssoConnectorId, theirs.token);
  expect((await wrong('POST', '/Users', { userName: 'a@ours.example.com' })).status).toBe(401);
  expect((await wrong('POST', '/Users', { userName: 'b@ours.example.com' })).status).toBe(401);

  await api.call('PATCH', ours.path, { isEnabled: false });
  expect((await ours.call('PATCH', '/Users/1', {})).json()).toMatchObject({ status: '403', code: 'scim.disabled' });
  await api.call('PATCH', ours.path, { isEnabled: true });
  await server.query(`update scim_tokens set expires_at = now() where sso_connector_id = $1`, [ours.ssoConnectorId]);
  const expired = (await ours.call('GET', '/Groups')).json();
  expect(expired).toMatchObject({ code: 'scim.token_expired', detail: expect.stringContaining('Identity provider') });
  const [token] = (await api.call('GET', `${ours.path}/tokens`)).json() as { id: string }[];
  expect((await api.call('DELETE', `${ours.path}/tokens/${token?.id}`)).status).toBe(204);
  expect((await ours.call('DELETE', '/Groups/1')).json()).toMatchObject({ code: 'scim.token_revoked' });

  const read = async (path: string) =>
    (await api.call('GET', `${path}/requests?page=1&page_size=20&result=failed`)).json() as ScimRequest[];
  const listed = await read(ours.path);
  expect(listed.map(({ action, method, path, status, detail }) => [action, method, path, status, detail])).toEqual([
    ['deleteGroup', 'DELETE', '/Groups/1', 401, expect.stringContaining('The token was revoked.')],
    ['read', 'GET', '/Groups', 401, expect.stringContaining('The token Identity provider has expired.')],
    ['updateUser', 'PATCH', '/Users/1', 403, expect.stringContaining('turned off')],
    ['createUser', 'POST', '/Users', 401, expect.stringContaining("doesn't belong to this connector")],
    ['read', 'GET', '/Users', 401, expect.stringContaining('header is missing')],
  ]);
  for (const { createdAt } of listed) expect(createdAt).toBeGreaterThanOrEqual(began - 1000);
  expect(await read(theirs.path)).toEqual([]);
});
