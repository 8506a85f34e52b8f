// F03: consent, personal access tokens, subject tokens and one-time tokens, to be sabotaged.
import type { ManagementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { joinOrganization } from '../harness/organization-rows.ts';
import { userIdOf } from '../harness/permissions.ts';
import type { TestServer } from '../harness/server.ts';
import { authorizationUrl, demoApp, experience, obtainTokens, pkce } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';
import type { Cases } from './failing-statements.test.ts';

export const tokenCases = (server: TestServer, api: ManagementApi): Cases => {
  let consenter: Promise<string> | undefined;
  const person = () => {
    consenter ??= obtainTokens({
      base: server.origin,
      client: demoApp(server.origin),
      username: 'consenter',
      register: true,
    }).then(() => userIdOf(server, 'default', 'consenter'));
    return consenter;
  };
  const thirdParty = () => newApplication(api, { type: 'Traditional', isThirdParty: true });
  const inOrganizations = async (userId: string) => {
    for (const id of ['fault-a', 'fault-b']) {
      await server.query(
        `insert into organizations (tenant_id, id, name) values ('default', $1, $1) on conflict do nothing`,
        [id],
      );
      await joinOrganization(server, 'default', id, { user: userId });
    }
  };
  const consentOrganizations = async () => {
    const userId = await person();
    await inOrganizations(userId);
    return `/applications/${(await thirdParty()).id}/users/${userId}/consent-organizations`;
  };
  const oneTimeToken = async (email: string) =>
    (await api.call('POST', '/one-time-tokens', { email })).json() as { id: string; email: string; token: string };
  return {
    'application.consent-organizations-added': async () => {
      const path = await consentOrganizations();
      return () => api.call('POST', path, { organizationIds: ['fault-a', 'fault-b'] });
    },
    'application.consent-organizations-replaced': async () => {
      const path = await consentOrganizations();
      await api.call('POST', path, { organizationIds: ['fault-a'] });
      return () => api.call('PUT', path, { organizationIds: ['fault-b'] });
    },
    'application.consent-organization-removed': async () => {
      const path = await consentOrganizations();
      await api.call('POST', path, { organizationIds: ['fault-a'] });
      return () => api.call('DELETE', `${path}/fault-a`);
    },
    'consent.given': async () => {
      const [client, userId] = [await thirdParty(), await person()];
      await api.call('POST', `/applications/${client.id}/user-consent-scopes`, {
        userScopes: ['profile', 'urn:tessera:scope:organizations'],
      });
      await inOrganizations(userId);
      const visitor = newVisitor();
      const scope = 'openid profile urn:tessera:scope:organizations';
      const request = { base: server.origin, client, scope, visitor, prompt: 'login consent' };
      await visitor.follow(authorizationUrl(request, pkce().challenge), [client.redirectUri]);
      await visitor.follow(await experience(visitor, server.origin).signIn('consenter'), [client.redirectUri]);
      const json = { organizationIds: ['fault-a'] };
      return () => visitor.send('POST', `${server.origin}/api/interaction/consent`, { json });
    },
    'application-sign-in-experience.replaced': async () => {
      const path = `/applications/${(await thirdParty()).id}/sign-in-experience`;
      const body = { termsOfUseUrl: null, privacyPolicyUrl: null, displayName: 'Shown' };
      return () => api.call('PUT', path, body);
    },
    'personal-access-token.created': async () => {
      const path = `/users/${await person()}/personal-access-tokens`;
      return () => api.call('POST', path, { name: 'Made' });
    },
    'personal-access-token.updated': async () => {
      const path = `/users/${await person()}/personal-access-tokens`;
      await api.call('POST', path, { name: 'Before' });
      return () => api.call('PATCH', `${path}/Before`, { name: 'After' });
    },
    'personal-access-token.deleted': async () => {
      const path = `/users/${await person()}/personal-access-tokens`;
      await api.call('POST', path, { name: 'Gone' });
      return () => api.call('DELETE', `${path}/Gone`);
    },
    'subject-token.created': async () => {
      const userId = await person();
      return () => api.call('POST', '/subject-tokens', { userId });
    },
    'one-time-token.created': async () => {
      const { id } = await oneTimeToken('outdated@example.com');
      await server.query(`update one_time_tokens set expires_at = now() where id = $1`, [id]);
      return () => api.call('POST', '/one-time-tokens', { email: 'outdated@example.com' });
    },
    'one-time-token.consumed': async () => {
      const { email, token } = await oneTimeToken('consumed@example.com');
      return () => api.call('POST', '/one-time-tokens/verify', { email, token });
    },
    'one-time-token.updated': async () => {
      const { id } = await oneTimeToken('revoked@example.com');
      return () => api.call('PUT', `/one-time-tokens/${id}/status`, { status: 'revoked' });
    },
    'one-time-token.deleted': async () => {
      const { id } = await oneTimeToken('deleted@example.com');
      return () => api.call('DELETE', `/one-time-tokens/${id}`);
    },
    'user.identity-added': async () => {
      const userId = await person();
      const config = { url: 'https://peer.example', clientId: 'id', clientSecret: 'secret' };
      const made = await api.call('POST', '/connectors', { connectorId: 'peer', config });
      const { id: connectorId } = made.json() as { id: string };
      const body = { connectorId, connectorData: { credential: 'known there' } };
      return () => api.call('POST', `/users/${userId}/identities`, body);
    },
    'user.identity-replaced': async () => {
      const userId = await person();
      return () => api.call('PUT', `/users/${userId}/identities/one`, { userId: 'known there' });
    },
    'user.identity-removed': async () => {
      const userId = await person();
      await api.call('PUT', `/users/${userId}/identities/two`, { userId: 'known there' });
      return () => api.call('DELETE', `/users/${userId}/identities/two`);
    },
  };
};
