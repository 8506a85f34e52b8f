// A site with documents that describe clients, and the rules that accept them.
import { expect } from 'vitest';
import type { ManagementApi } from './api.ts';
import type { ProviderAnswer, Providers } from './providers.ts';

const host = 'agent.example.com';

export const describedClient = {
  client_name: 'Agent',
  redirect_uris: ['http://127.0.0.1:33418/callback'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

export const enableDocuments = async (api: ManagementApi, changes: object = {}) => {
  const rules = { redirectHosts: ['localhost', '*.example.com'], perHour: 1000, limit: 10_000, ...changes };
  const answer = await api.call('PATCH', '/configs/client-registration', { acceptsMetadataDocuments: true, ...rules });
  expect(answer.status, answer.body).toBe(200);
};

/** Answers with a document about any of its URLs, until told otherwise. */
export const documentSite = (providers: Providers) => {
  const state: { answer: (url: string) => ProviderAnswer; count: number } = {
    answer: (url) => ({ body: { ...describedClient, client_id: url } }),
    count: 0,
  };
  providers.on(host, ({ url }) => state.answer(url.href));
  return {
    /** What documents say besides or instead. */
    describe: (changes: object) => {
      state.answer = (url) => ({ body: { ...describedClient, client_id: url, ...changes } });
    },
    /** Any other answer. */
    answer: (answer: (url: string) => ProviderAnswer) => {
      state.answer = answer;
    },
    /** The URL of a document that was not read yet: documents are kept for a while. */
    newUrl: () => {
      state.count += 1;
      return `https://${host}/${state.count}/client.json`;
    },
    reads: (of: string) => providers.requests.filter(({ url }) => url.href === of).length,
  };
};
