// Refresh token rotation: when, for how long, and reuse detection.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { lengthenGrace, pastGrace } from '../harness/longer-grace.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { refresh, tokensAgain } from '../harness/session.ts';
import { obtainTokens, type TokenSet } from '../harness/sign-in.ts';
import { digestOf } from '../harness/stored-secrets.ts';
import type { Visitor } from '../harness/visitor.ts';

const day = 86_400;

describe('refresh token rotation', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let visitor: Visitor;
  let spa: Application;
  let native: Application;
  let confidential: Application;

  beforeAll(async () => {
    server = await useServer();
    await lengthenGrace(server);
    api = await managementApi(server);
    base = server.base('default');
    spa = await newApplication(api, { type: 'SPA' });
    native = await newApplication(api, { type: 'Native', redirectUris: ['com.example.app://callback'] });
    confidential = await newApplication(api, { type: 'Traditional' });
    ({ visitor } = await obtainTokens({ base, client: spa, username: 'rotator', register: true }));
  });

  const tokensOf = (client: Application): Promise<TokenSet> => tokensAgain({ base, client, visitor });
  type Stored = { lives: number; used: boolean };
  /** Remaining lifetime of a stored refresh token in seconds, and whether it was used. */
  const readStored = async (id: string | undefined): Promise<Stored> => {
    const [row] = await server.query(
      `select extract(epoch from expires_at - now())::int as lives, consumed_at is not null as used
       from oidc_model_instances where tenant_id = 'default' and model_name = 'RefreshToken' and id = $1`,
      [digestOf(id)],
    );
    return row as unknown as Stored;
  };
  /** Makes the token appear issued and used that many seconds earlier. */
  const age = (id: string | undefined, seconds: number) =>
    server.query(
      `update oidc_model_instances set
         expires_at = expires_at - $2 * interval '1 second', consumed_at = consumed_at - $2 * interval '1 second',
         payload = payload || jsonb_build_object(
           'iat', (payload->>'iat')::int - $2, 'exp', (payload->>'exp')::int - $2, 'iiat', (payload->>'iiat')::int - $2)
       where tenant_id = 'default' and model_name = 'RefreshToken' and id = $1`,
      [digestOf(id), seconds],
    );

  it('returns the same successor for every request in the grace period', async () => {
    const { refresh_token } = await tokensOf(spa);
    const [first, second, third] = [
      await refresh(base, spa, refresh_token),
      await refresh(base, spa, refresh_token),
      await refresh(base, spa, refresh_token),
    ];
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
    expect(first.body.refresh_token).not.toBe(refresh_token);
    expect([second.body.refresh_token, third.body.refresh_token]).toEqual([
      first.body.refresh_token,
      first.body.refresh_token,
    ]);
    expect((await refresh(base, spa, first.body.refresh_token)).status).toBe(200);
  });

  it('revokes the whole grant when a used token is reused later', async () => {
    const { refresh_token, access_token } = await tokensOf(spa);
    const { body: successor } = await refresh(base, spa, refresh_token);
    await age(refresh_token, pastGrace);
    const late = await refresh(base, spa, refresh_token);
    expect([late.status, late.body]).toMatchObject([400, { error: 'invalid_grant', code: 'oidc.invalid_grant' }]);
    const rows = await server.query(
      `select id from oidc_model_instances where tenant_id = 'default' and id = any ($1)`,
      [[refresh_token, successor.refresh_token, access_token, successor.access_token].map(digestOf)],
    );
    expect(rows).toEqual([]);
    expect((await refresh(base, spa, successor.refresh_token)).body.error).toBe('invalid_grant');
    const userinfo = await fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${successor.access_token}` } });
    expect(userinfo.status).toBe(401);
  });

  it('still accepts a used token just inside the grace period', async () => {
    const { refresh_token } = await tokensOf(spa);
    const { body } = await refresh(base, spa, refresh_token);
    await age(refresh_token, pastGrace - 60);
    expect((await refresh(base, spa, refresh_token)).body.refresh_token).toBe(body.refresh_token);
  });

  it('single-page applications inherit the remaining lifetime, however often they refresh', async () => {
    const { refresh_token } = await tokensOf(spa);
    expect((await readStored(refresh_token)).lives).toBeGreaterThan(14 * day - 60);
    await age(refresh_token, 10 * day);
    const { body: second } = await refresh(base, spa, refresh_token);
    const { body: third } = await refresh(base, spa, second.refresh_token);
    for (const { refresh_token: id } of [second, third]) {
      expect((await readStored(id)).lives).toBeLessThanOrEqual(4 * day);
      expect((await readStored(id)).lives).toBeGreaterThan(4 * day - 60);
    }
  });

  it('native applications get a full lifetime with each rotation', async () => {
    const { refresh_token } = await tokensOf(native);
    await age(refresh_token, 10 * day);
    const { body } = await refresh(base, native, refresh_token);
    expect(body.refresh_token).not.toBe(refresh_token);
    expect((await readStored(body.refresh_token)).lives).toBeGreaterThan(14 * day - 60);
  });

  it('confidential applications rotate only after 70 % of the lifetime', async () => {
    const { refresh_token } = await tokensOf(confidential);
    await age(refresh_token, 9.7 * day); // 69.3 %
    const { body: kept } = await refresh(base, confidential, refresh_token);
    expect([kept.refresh_token, (await readStored(refresh_token)).used]).toEqual([refresh_token, false]);
    await age(refresh_token, 0.2 * day); // 70.7 %
    const { body: rotated } = await refresh(base, confidential, refresh_token);
    expect(rotated.refresh_token).not.toBe(refresh_token);
    expect((await readStored(rotated.refresh_token)).lives).toBeGreaterThan(14 * day - 60);
  });

  it('never rotates if the application disables it', async () => {
    const still = await newApplication(api, { type: 'SPA', customClientMetadata: { rotateRefreshToken: false } });
    const { refresh_token } = await tokensOf(still);
    await age(refresh_token, 13 * day);
    for (const _ of [1, 2]) expect((await refresh(base, still, refresh_token)).body.refresh_token).toBe(refresh_token);
  });

  it('never rotates once the chain is a year old', async () => {
    const { refresh_token } = await tokensOf(native);
    await server.query(
      `update oidc_model_instances set payload = payload || jsonb_build_object('iiat', (payload->>'iiat')::int - $2::int)
       where tenant_id = 'default' and model_name = 'RefreshToken' and id = $1`,
      [digestOf(refresh_token), Math.ceil(365.25 * day)],
    );
    expect((await refresh(base, native, refresh_token)).body.refresh_token).toBe(refresh_token);
  });

  it.each([
    [{ refreshTokenTtlInDays: 3 }, 3 * day],
    [{ refreshTokenTtl: 7200 }, 7200],
    [{ refreshTokenTtlInDays: 2, refreshTokenTtl: 7200 }, 2 * day],
  ])('uses the lifetime of %j', async (customClientMetadata, expected) => {
    const client = await newApplication(api, { type: 'Traditional', customClientMetadata });
    const { refresh_token } = await tokensOf(client);
    const { lives } = await readStored(refresh_token);
    expect(lives).toBeLessThanOrEqual(expected);
    expect(lives).toBeGreaterThan(expected - 60);
    await age(refresh_token, expected + 1);
    expect((await refresh(base, client, refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('keeps the token usable when a request with a wrong resource fails', async () => {
    const { refresh_token } = await tokensOf(spa);
    const failed = await refresh(base, spa, refresh_token, { resource: 'https://unknown.example.com' });
    expect(failed.body.error).toBe('invalid_target');
    expect((await readStored(refresh_token)).used).toBe(false);
  });
});
