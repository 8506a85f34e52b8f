// Every social connector with every answer that a hostile provider could give: it is refused with a code or leads to a user
// of valid parts. The network is in memory here; hostile-providers.test.ts gives a share of the answers to a server.
import { builtInConnectors } from '@tessera/connectors/built-in';
import type { ConnectorTools } from '@tessera/connectors/connector';
import { parseConfig } from '@tessera/server/authentication/connectors/config';
import { createApplicationTokens } from '@tessera/server/authentication/connectors/kept-application-tokens';
import { createKeySets } from '@tessera/server/authentication/connectors/kept-key-sets';
import { trustedIdentity } from '@tessera/server/authentication/connectors/trusted-identity';
import { asRequestError } from '@tessera/server/authentication/messages/problems';
import { RequestError } from '@tessera/server/infrastructure/http/request-error';
import { OutboundError } from '@tessera/server/infrastructure/outbound/outbound-error';
import { random } from '@tessera/server/random';
import { describe, expect, it } from 'vitest';
import type { Provider, ProviderHosts } from '../harness/providers.ts';
import { furtherCases } from './further-cases.ts';
import { startHostileProvider } from './hostile-provider.ts';
import type { UserInfo } from './identified-users.ts';
import { oauthCases } from './oauth-cases.ts';
import { standardCases } from './standard-cases.ts';

const redirectUri = 'https://shop.example/callback';

/** As sent. The gate refuses what a header can't have, such as a token with a line break. */
const sentHeaders = (given: Record<string, string>): Record<string, string> => {
  try {
    return { 'user-agent': 'Tessera', ...Object.fromEntries(new Headers(given)) };
  } catch (cause) {
    throw new OutboundError('unsupported_request', { cause });
  }
};

/** The tools of a server, whose requests end at these handlers. */
const newTools = () => {
  const handlers = new Map<string, Provider>();
  const hosts: ProviderHosts = {
    on: (hostname, provider) => void handlers.set(hostname, provider),
    handlerOf: (hostname) => handlers.get(hostname),
  };
  const fetch: ConnectorTools['fetch'] = async (address, { method = 'GET', headers = {}, body: sent = '' }) => {
    const url = new URL(address);
    const handler = handlers.get(url.hostname);
    if (!handler) throw new Error(`a request to ${url.hostname}`);
    const { status = 200, body = '' } = await handler({ method, url, headers: sentHeaders(headers), body: sent });
    const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
    return { status, body: Buffer.from(isJson ? JSON.stringify(body) : body) };
  };
  const tools: ConnectorTools = {
    fetch,
    connectToMailServer: () => Promise.reject(new Error('a connection to a mail server')),
    keySets: createKeySets(Date),
    applicationTokens: createApplicationTokens(Date),
    now: Date.now,
    random: random.tokenId,
  };
  return { hosts, tools };
};

describe('hostile answers', () => {
  it.each([...oauthCases, ...furtherCases, ...standardCases])('R125 $connectorId', async (provider) => {
    const factory = builtInConnectors.find(({ id }) => id === provider.connectorId);
    if (factory?.type !== 'Social') throw new Error(`${provider.connectorId} isn't a social connector`);
    const { hosts, tools } = newTools();
    const hostile = startHostileProvider(hosts, provider);
    const config = parseConfig(factory, provider.config);
    const visit = async (): Promise<UserInfo | string> => {
      const request = { state: 'a state', redirectUri, keepsSession: true };
      const { uri, session = {} } = await factory.authorize(request, config, tools);
      try {
        const answer = { data: hostile.agree(uri), redirectUri, session, keepsTokens: false };
        return trustedIdentity(await factory.identify(answer, config, tools), 'social');
      } catch (cause) {
        const error = asRequestError(cause);
        return error instanceof RequestError ? `${error.status} ${error.code}` : String((error as Error).stack);
      }
    };
    expect(await visit()).toMatchObject({ id: provider.user.id });
    expect(await hostile.problems(visit)).toEqual([]);
    expect(await visit()).toMatchObject({ id: provider.user.id });
  });
});
