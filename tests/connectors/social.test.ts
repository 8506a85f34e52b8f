// Every social connector with its provider: first and second sign-in, refusals, and providers that fail.
import { builtInConnectors } from '@tessera/connectors/built-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { auditLog } from '../harness/audit-log.ts';
import { type OpenInteraction, outcome } from '../harness/interactions.ts';
import type { Providers } from '../harness/providers.ts';
import type { TestServer } from '../harness/server.ts';
import { addUser, userKnownAt } from '../harness/user-rows.ts';
import { furtherCases } from './further-cases.ts';
import { oauthCases } from './oauth-cases.ts';
import { type Counterpart, type OAuthCase, serveApplicationToken, startCounterpart } from './oauth-counterpart.ts';
import { createConnector, type Event, socialVisits, startSocialServer } from './social-visits.ts';
import { standardCases } from './standard-cases.ts';

const cases = [...oauthCases, ...furtherCases, ...standardCases];

/** What the provider says in errors. */
const wordsOf = ({ declined, token: { refusal } }: OAuthCase): string[] => {
  const { error_description = '', message = '', errmsg = '' } = Object(refusal.body) as Record<string, string>;
  return [declined?.error_description ?? '', error_description, message, errmsg].filter(Boolean);
};

/** Their clients expect the same error for a response without a code as for one with `access_denied`. */
const withoutCode = ['gitlab-universal', 'huggingface-universal', 'patreon-universal'];

/** Connectors with tests of their own. */
const elsewhere = ['apple-universal', 'saml'];

describe('social connectors', () => {
  let server: TestServer;
  let providers: Providers;
  let api: ManagementApi;
  beforeAll(async () => {
    ({ providers, server, api } = await startSocialServer());
  });
  afterAll(() => providers.stop());

  it('are all tested', () => {
    const social = builtInConnectors.filter(({ type }) => type === 'Social').map(({ id }) => id);
    expect([...cases.map(({ connectorId }) => connectorId), ...elsewhere].sort()).toEqual(social.sort());
  });

  describe.each(cases)('$connectorId', (provider: OAuthCase) => {
    let id: string;
    let counterpart: Counterpart;
    beforeAll(async () => {
      counterpart = startCounterpart(providers, provider);
      if (provider.connectorId === 'wecom-universal') serveApplicationToken(providers);
      const { connectorId, config, metadata } = provider;
      id = await createConnector(api, { connectorId, config, ...(metadata && { metadata }) });
    });
    afterAll(() => api.call('DELETE', `/connectors/${id}`));

    const visits = socialVisits(
      () => server,
      () => id,
    );
    const { begin, ask, verify } = visits;
    const signIn = async (event: Event) => {
      await visits.signIn(event, counterpart.agree);
      expect(counterpart.problems).toEqual([]);
    };
    const refusal = async (interaction: OpenInteraction, respond: (uri: string) => object) => {
      const answer = await visits.respond(interaction, respond);
      // The provider's words are not for users.
      for (const word of ['"details"', 'Back soon', ...wordsOf(provider)]) expect(answer.body).not.toContain(word);
      return outcome(answer);
    };
    const { user } = provider;
    const target = provider.metadata?.target ?? provider.connectorId.replace(/-\w+$/, '');

    it('registers a user at the first sign-in, and recognizes them at the second', async () => {
      await signIn('Register');
      const { id: _, email, ...profile } = user;
      const row = await userKnownAt(server, target, user.id);
      expect(row).toMatchObject({ ...profile, primary_email: email });
      await signIn('SignIn');
      expect((await userKnownAt(server, target, user.id)).id).toBe(row.id);
    });

    it('refuses declined, replayed, expired and tampered responses', async () => {
      const interaction = await begin('SignIn');
      if (provider.declined) {
        expect(await refusal(interaction, counterpart.decline)).toEqual([401, 'connector.authorization_failed']);
        // Administrators find them in the audit log.
        const { error = '', error_description: said = error } = provider.declined;
        const log = await auditLog(server, 'default', (entries) => JSON.stringify(entries).includes(said));
        expect(JSON.stringify(log)).toContain(said);
      }
      const invalid = [401, 'connector.social_auth_code_invalid'];
      const used: object[] = [];
      await refusal(interaction, (uri) => {
        used.push(counterpart.agree(uri));
        return used[0] ?? {};
      });
      expect(await refusal(interaction, () => used[0] ?? {})).toEqual(invalid);
      const late = (uri: string) => {
        const response = counterpart.agree(uri);
        counterpart.expire();
        return response;
      };
      expect(await refusal(interaction, late)).toEqual(invalid);
      const withState = (state: string) => (uri: string) => ({ ...counterpart.agree(uri), state });
      expect(await refusal(interaction, withState('another'))).toEqual([400, 'session.verification_failed']);
      expect(await refusal(interaction, () => ({ state: 'a state' }))).toEqual(
        withoutCode.includes(provider.connectorId)
          ? [401, 'connector.authorization_failed']
          : [400, 'connector.general'],
      );
      expect(await refusal(interaction, () => ({ state: 'a state', error: 'server_error' }))).toEqual([
        400,
        'connector.general',
      ]);
    });

    it('reports a provider that is down, or sends errors, HTML or 10 MB', async () => {
      const interaction = await begin('SignIn');
      const { hosts } = counterpart;
      for (const host of hosts) {
        for (const failure of ['down', 'error', 'html', 'large'] as const) {
          providers.fail(host, failure);
          const [status, code] = await refusal(interaction, counterpart.agree);
          const expected = failure === 'html' ? 'connector.invalid_response' : 'connector.general';
          expect([status, code], `${host} ${failure}`).toEqual([400, expected]);
        }
        providers.fail(host);
      }
    });

    const address = user.email ?? provider.unverifiedEmail;
    if (address) {
      it(`${user.email ? 'links' : 'does not link'} the account with the same email address`, async () => {
        const { id: registered } = await userKnownAt(server, target, user.id);
        expect((await api.call('DELETE', `/users/${registered}`)).status).toBe(204);
        await addUser(server, { id: `of-${target}`, primary_email: address });
        const interaction = await begin('SignIn');
        const { authorizationUri, verificationId } = await ask(interaction);
        await verify(interaction, verificationId, counterpart.agree(authorizationUri));
        const linked = await visits.link(interaction, verificationId);
        if (!user.email) return expect(linked).toEqual([404, 'user.identity_not_exist']);
        expect(linked).toEqual([200]);
        expect((await userKnownAt(server, target, user.id)).id).toBe(`of-${target}`);
      });
    }

    it('keeps its secrets masked by declaration', async () => {
      const { config, formItems } = (await api.call('GET', `/connectors/${id}`)).json() as {
        config: Record<string, unknown>;
        formItems: { key: string; label: string; isConfidential?: boolean }[];
      };
      const secrets = Object.keys(config).filter((key) => /secret|private/i.test(key) && !/algorithm/i.test(key));
      for (const key of secrets)
        expect(formItems.find((item) => item.key === key)).toMatchObject({ isConfidential: true });
      for (const { key, label } of formItems) expect(label).not.toBe(key);
    });
  });
});
