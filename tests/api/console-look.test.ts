// The console's own sign-in pages show the product, unless the operator configured something else.
import { expect, it } from 'vitest';
import { announce } from '../harness/permissions.ts';
import { useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

it('has the name, logo and colors of the product', async () => {
  const server = await useServer();
  const read = async () =>
    (await newVisitor().get(`${server.base('admin')}/api/.well-known/sign-in-exp`)).json() as {
      branding: { logoUrl: string; darkLogoUrl: string };
    };
  const experience = await read();
  const color = { primaryColor: '#4c5ae6', darkPrimaryColor: '#96a4fb', isDarkModeEnabled: true };
  expect(experience).toMatchObject({ displayName: 'Tessera Console', color });
  const { logoUrl, darkLogoUrl } = experience.branding;
  for (const url of [logoUrl, darkLogoUrl]) {
    const logo = await newVisitor().get(url);
    expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  }

  await server.query(
    `update sign_in_experiences set color = color || '{"primaryColor": "#ff0000"}',
     branding = '{"logoUrl": "https://example.com/logo.png"}' where tenant_id = 'admin'`,
  );
  await announce(server, 'admin', 'signInExperiences');
  await expect
    .poll(read)
    .toMatchObject({ color: { primaryColor: '#ff0000' }, branding: { logoUrl: 'https://example.com/logo.png' } });
});
