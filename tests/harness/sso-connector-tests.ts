// Tests of enterprise SSO connectors: how an administrator starts and reads one, and what the page at the redirect URI
// sends.
import type { ManagementApi } from './api.ts';
import { newVisitor } from './visitor.ts';

export type StartedSsoTest = { id: string; authorizationUri: string; redirectUri: string; expiresAt: number };
export type ReadStep = {
  name: string;
  status: string;
  durationMs: number | null;
  detail: string | null;
  problem: { code: string; field: string | null; title: string; text: string } | null;
  response: { status: number | null; body: string } | null;
};
export type ReadSsoTest = {
  status: string;
  steps: ReadStep[];
  attributes: Record<string, unknown> | null;
  user: Record<string, unknown> | null;
};

export const ssoTestCalls = (api: () => ManagementApi, base: () => string) => {
  const create = (connectorId: string) => api().call('POST', `/sso-connectors/${connectorId}/tests`);
  return {
    create,
    start: async (connectorId: string): Promise<StartedSsoTest> => {
      const answer = await create(connectorId);
      if (answer.status !== 201) throw new Error(answer.body);
      return answer.json() as StartedSsoTest;
    },
    read: async (connectorId: string, id: string, language = 'en') =>
      (
        await api().call('GET', `/sso-connectors/${connectorId}/tests/${id}`, undefined, {
          'accept-language': language,
        })
      ).json() as ReadSsoTest,
    /** Without cookies or a token: the browser of the provider's response may have none. */
    respond: (connectorId: string, data: object, at = base()) =>
      newVisitor().send('POST', `${at}/api/sso-connector-test-answers`, { json: { connectorId, data } }),
  };
};

/** The number of rows of everything that a sign-in writes, and the content of what a test could disturb. */
export const signInTraces = (server: { query: (text: string) => Promise<unknown[]> }) =>
  server.query(
    `select (select count(*) from users) as users, (select count(*) from user_sso_identities) as identities,
       (select count(*) from secrets) as secrets, (select count(*) from oidc_model_instances) as sessions,
       (select count(*) from sentinel_activities) as attempts, (select count(*) from change_records) as changes,
       (select md5(string_agg(t::text, '' order by t::text)) from sso_connector_documents as t) as documents,
       (select md5(string_agg(t::text, '' order by t::text)) from sso_connectors as t) as connectors,
       (select md5(string_agg(t::text, '' order by t::text)) from users as t) as accounts`,
  );
