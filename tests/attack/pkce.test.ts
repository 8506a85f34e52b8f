// PKCE: a code alone is useless, and the check cannot be downgraded.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { type Client, obtainTokens, pkce, tokenRequest } from '../harness/sign-in.ts';
import { digestOf } from '../harness/stored-secrets.ts';
import type { Visitor } from '../harness/visitor.ts';

describe('PKCE', () => {
  let server: TestServer;
  let base: string;
  let visitor: Visitor;
  const apps: Record<'SPA' | 'Native' | 'Traditional' | 'Other', Application> = {} as never;

  beforeAll(async () => {
    server = await useServer();
    base = server.base('default');
    const api = await managementApi(server);
    apps.SPA = await newApplication(api, { type: 'SPA' });
    apps.Native = await newApplication(api, { type: 'Native', redirectUris: ['com.example.pkce://callback'] });
    apps.Traditional = await newApplication(api, { type: 'Traditional' });
    apps.Other = await newApplication(api, { type: 'SPA' });
    ({ visitor } = await obtainTokens({ base, client: apps.SPA, username: 'prover', register: true }));
  });

  const authorize = async (client: Client, proof: Record<string, string>) => {
    const query = new URLSearchParams({
      client_id: client.clientId,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: 's',
      ...proof,
    });
    const { url } = await visitor.follow(`${base}/oidc/auth?${query}`, [client.redirectUri]);
    return new URL(url).searchParams;
  };
  const codeFor = async (client: Client, proof: Record<string, string> = {}) =>
    (await authorize(client, proof)).get('code') ?? '';
  const redeem = (client: Client, code: string, more: Record<string, string> = {}) =>
    tokenRequest(base, client, { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri, ...more });
  const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

  it.each(['SPA', 'Native'] as const)('A10 requires a valid challenge from a public application (%s)', async (type) => {
    const { verifier, challenge } = pkce();
    const attempts: Record<string, string>[] = [
      {},
      { code_challenge: challenge },
      { code_challenge: verifier, code_challenge_method: 'plain' },
      { code_challenge: challenge, code_challenge_method: 'PLAIN' },
      { code_challenge: challenge, code_challenge_method: 's256' },
      { code_challenge: challenge, code_challenge_method: 'S512' },
      { code_challenge: challenge, code_challenge_method: '' },
      { code_challenge_method: 'S256' },
      { code_challenge: '', code_challenge_method: 'S256' },
      { code_challenge: 'short', code_challenge_method: 'S256' },
      { code_challenge: `${challenge}=`, code_challenge_method: 'S256' },
      { code_challenge: challenge.replace(/.$/, '+'), code_challenge_method: 'S256' },
      { code_challenge: 'x'.repeat(129), code_challenge_method: 'S256' },
    ];
    for (const proof of attempts) {
      const response = await authorize(apps[type], proof);
      expect([proof, response.get('error'), response.get('code')]).toEqual([proof, 'invalid_request', null]);
    }
  });

  it.each(['SPA', 'Native', 'Traditional'] as const)(
    'A10 issues tokens only for the right verifier (%s)',
    async (type) => {
      const client = apps[type];
      const { verifier, challenge } = pkce();
      const wrong: Record<string, string>[] = [
        {},
        { code_verifier: '' },
        { code_verifier: pkce().verifier },
        { code_verifier: challenge },
        { code_verifier: challengeOf(challenge) },
        { code_verifier: `${verifier}x` },
        { code_verifier: verifier.slice(0, -1) },
        { code_verifier: verifier.toUpperCase() },
        { code_verifier: 'x'.repeat(129) },
      ];
      for (const attempt of wrong) {
        const code = await codeFor(client, { code_challenge: challenge, code_challenge_method: 'S256' });
        const { status, body } = await redeem(client, code, attempt);
        expect([attempt, status, body.access_token]).toEqual([attempt, 400, undefined]);
        expect(body.error).toMatch(/^invalid_(grant|request)$/);
      }
      const code = await codeFor(client, { code_challenge: challenge, code_challenge_method: 'S256' });
      expect((await redeem(client, code, { code_verifier: verifier })).status).toBe(200);
    },
  );

  it('A10 is optional for confidential applications, but cannot be mixed', async () => {
    const client = apps.Traditional;
    expect((await redeem(client, await codeFor(client))).status).toBe(200);
    // A verifier for a code without a challenge: the challenge was stripped.
    const { status, body } = await redeem(client, await codeFor(client), { code_verifier: pkce().verifier });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(
      (await authorize(client, { code_challenge: pkce().verifier, code_challenge_method: 'plain' })).get('error'),
    ).toBe('invalid_request');
  });

  it('A10 a second request cannot replace the challenge of the first', async () => {
    const [first, second] = [pkce(), pkce()];
    const code = await codeFor(apps.SPA, { code_challenge: first.challenge, code_challenge_method: 'S256' });
    await codeFor(apps.SPA, { code_challenge: second.challenge, code_challenge_method: 'S256' });
    expect((await redeem(apps.SPA, code, { code_verifier: second.verifier })).body.error).toBe('invalid_grant');
  });

  it("A10 rejects another application's code, or another redirect URI", async () => {
    const { verifier, challenge } = pkce();
    const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
    for (const thief of [apps.Other, apps.Traditional]) {
      const { body } = await redeem(thief, await codeFor(apps.SPA, proof), { code_verifier: verifier });
      expect(body).toMatchObject({ error: 'invalid_grant' });
    }
    const stolen = await codeFor(apps.Traditional, proof);
    expect((await redeem(apps.SPA, stolen, { code_verifier: verifier })).body.error).toBe('invalid_grant');
    const moved = await redeem({ ...apps.SPA, redirectUri: 'https://evil.example/' }, await codeFor(apps.SPA, proof), {
      code_verifier: verifier,
    });
    expect(moved.body.error).toBe('invalid_grant');
    const withoutSecret = await redeem(
      { ...apps.Traditional, clientSecret: '' },
      await codeFor(apps.Traditional, proof),
      { code_verifier: verifier },
    );
    expect(withoutSecret.body.error).toBe('invalid_client');
  });

  it('A10 rejects a code of another tenant', async () => {
    const { verifier, challenge } = pkce();
    const code = await codeFor(apps.SPA, { code_challenge: challenge, code_challenge_method: 'S256' });
    const { body } = await tokenRequest(
      server.base('admin'),
      { clientId: 'admin-console', redirectUri: '' },
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${server.origin}/console/callback`,
        code_verifier: verifier,
      },
    );
    expect(body.error).toBe('invalid_grant');
  });

  it('A10 rejects a code after a minute', async () => {
    const { verifier, challenge } = pkce();
    const code = await codeFor(apps.SPA, { code_challenge: challenge, code_challenge_method: 'S256' });
    const [row] = await server.query(
      `update oidc_model_instances set expires_at = expires_at - interval '60 seconds'
       where tenant_id = 'default' and model_name = 'AuthorizationCode' and id = $1
       returning extract(epoch from expires_at - now()) as left`,
      [digestOf(code)],
    );
    expect(Number((row as { left?: string } | undefined)?.left)).toBeLessThanOrEqual(0);
    expect((await redeem(apps.SPA, code, { code_verifier: verifier })).body.error).toBe('invalid_grant');
  });
});
