// A social and an enterprise SSO connector that move from one provider to another and back.
import { expect } from 'vitest';
import type { ManagementApi } from './api.ts';
import { type OpenInteraction, outcome } from './interactions.ts';
import { type OAuthPeer, peerClient, startOAuthPeer } from './oauth-peer.ts';
import { idIn } from './second-factors.ts';
import { newSocialConnector, peerConfig } from './social-connectors.ts';
import { newSsoConnector } from './sso-connectors.ts';
import type { TestServer } from './test-server.ts';

export type Kind = 'social' | 'sso';
type Asked = { authorizationUri: string; verificationId: string };

const claimsOf = (kind: Kind, sub: string) => ({
  ...{ sub, name: sub },
  ...(kind === 'sso' && { email: `${sub}@firm.example`, email_verified: true }),
});

export const changedConnectors = async (server: TestServer, api: ManagementApi) => {
  const [former, later] = await Promise.all([startOAuthPeer(), startOAuthPeer()]);
  const metadata = { target: 'open', name: { en: 'Open' } };
  const ids = {
    social: await newSocialConnector(api, former, { connectorId: 'open', metadata, config: { oneTap: true } }),
    sso: await newSsoConnector(server, { issuer: former.url, domains: ['firm.example'] }),
  };
  let number = 0;

  const save = async (kind: Kind, provider: OAuthPeer) => {
    const isSocial = kind === 'social';
    const config = isSocial ? peerConfig(provider, { oneTap: true }) : { issuer: provider.url, ...peerClient };
    const saved = await api.call('PATCH', `/${isSocial ? '' : 'sso-'}connectors/${ids[kind]}`, { config });
    expect(saved.status, saved.body).toBe(200);
  };
  const step = (kind: Kind, name: string) => `/verification/${kind}/${ids[kind]}/${name}`;
  const redirectUri = `${server.origin}/callback/any`;
  const ask = async ({ call }: OpenInteraction, kind: Kind) => {
    const asked = await call('POST', step(kind, 'authorization-uri'), { state: 'a state', redirectUri });
    return asked.json() as Asked;
  };
  const answer = (
    { call }: OpenInteraction,
    kind: Kind,
    { authorizationUri, verificationId }: Asked,
    { sub, by = former }: { sub: string; by?: OAuthPeer },
  ) => {
    const connectorData = by.answerFor(claimsOf(kind, sub), authorizationUri);
    return call('POST', step(kind, 'verify'), { verificationId, connectorData });
  };
  return {
    ...{ ids, former, later, step, redirectUri, ask, answer },
    newSub: () => `sub${String(++number)}`,
    move: (kind: Kind) => save(kind, later),
    /** The configuration of the beginning. */
    saveAgain: (kind: Kind) => save(kind, former),
    /** Runs while the connector has the later provider. */
    whenMoved: async <T>(kind: Kind, run: () => Promise<T>): Promise<T> => {
      await save(kind, later);
      try {
        return await run();
      } finally {
        await save(kind, former);
      }
    },
    come: async (interaction: OpenInteraction, kind: Kind, sub: string) =>
      idIn(await answer(interaction, kind, await ask(interaction, kind), { sub })),
    identify: async ({ call }: OpenInteraction, verificationId?: string) =>
      outcome(await call('POST', '/identification', verificationId ? { verificationId } : {})),
    stop: () => Promise.all([former.stop(), later.stop()]),
  };
};
