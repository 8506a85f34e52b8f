// A site with a document that describes a client, and the rules that accept it.
import { expect } from 'vitest';
import type { ManagementApi } from './api.ts';
import type { Providers } from './providers.ts';

export const agentUrl = 'https://agent.example.com/client.json';

export const describedClient = {
  client_id: agentUrl,
  client_name: 'Agent',
  redirect_uris: ['http://127.0.0.1:33418/callback'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};

/** Turned off and on, rules make the server forget the documents that it has read. */
export const enableDocuments = async (api: ManagementApi, changes: object = {}) => {
  const rules = { redirectHosts: ['localhost', '*.example.com'], perHour: 1000, limit: 10_000, ...changes };
  const answer = await api.call('PATCH', '/configs/client-registration', { acceptsMetadataDocuments: true, ...rules });
  expect(answer.status, answer.body).toBe(200);
};

export const documentSite = (providers: Providers) => {
  const state: { answer: object } = { answer: { body: describedClient } };
  providers.on('agent.example.com', ({ url }) => (url.pathname === '/client.json' ? state.answer : { status: 404 }));
  return {
    /** What the document says besides or instead. */
    describe: (changes: object) => {
      state.answer = { body: { ...describedClient, ...changes } };
    },
    /** Any other answer. */
    answer: (answer: object) => {
      state.answer = answer;
    },
    /** The server reads the document again. */
    forget: async (api: ManagementApi) => {
      await api.call('PATCH', '/configs/client-registration', { perHour: 999 });
    },
  };
};
