// How far a tenant is set up, for the console's checklist.
import { expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';

it('follows from what the tenant contains', async () => {
  const server = await useServer();
  const api = await managementApi(server);
  const read = async () => (await api.call('GET', '/dashboard/setup')).json() as object;
  const nothing = {
    application: null,
    hasSignIn: false,
    hasBranding: false,
    hasSignInMethods: false,
    hasMfa: false,
    hasApi: false,
  };
  expect(await read()).toEqual(nothing);

  const { id } = await newApplication(api, { type: 'SPA' });
  await api.call('POST', '/resources', { name: 'Orders', indicator: 'https://orders.example.com' });
  const { origin } = server;
  await obtainTokens({ base: origin, client: demoApp(origin), username: 'bob', register: true });
  await api.call('PATCH', '/sign-in-exp', {
    branding: { logoUrl: 'https://example.com/logo.png' },
    mfa: { factors: ['Totp'], policy: 'UserControlled' },
  });
  await expect.poll(read).toEqual({
    application: { id, name: 'SPA application' },
    hasSignIn: true,
    hasBranding: true,
    hasSignInMethods: false,
    hasMfa: true,
    hasApi: true,
  });
});
