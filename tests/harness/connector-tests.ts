// Connector tests: how an administrator starts and reads one, and what the page at the redirect URI sends.
import type { ManagementApi } from './api.ts';
import { newVisitor } from './visitor.ts';

export type StartedTest = { id: string; authorizationUri: string; redirectUri: string; expiresAt: number };
export type ReadTest = {
  status: string;
  steps: { name: string; durationMs: number }[];
  failure: { step: string; code: string; reason: string | null } | null;
  profile: Record<string, unknown> | null;
};

export const connectorTestCalls = (api: () => ManagementApi, base: () => string) => {
  const create = (body: object) => api().call('POST', '/connector-tests', body);
  return {
    create,
    start: async (body: object): Promise<StartedTest> => {
      const answer = await create(body);
      if (answer.status !== 201) throw new Error(answer.body);
      return answer.json() as StartedTest;
    },
    read: async (id: string) => (await api().call('GET', `/connector-tests/${id}`)).json() as ReadTest,
    /** Without cookies or a token: the browser of the provider's response may have none. */
    respond: (connectorId: string, data: object, at = base()) =>
      newVisitor().send('POST', `${at}/api/connector-test-answers`, { json: { connectorId, data } }),
  };
};
