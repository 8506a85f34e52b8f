// An identity provider that provisions by SCIM: an enterprise SSO connector, a token, and calls with it.
import type { ManagementApi } from './api.ts';
import { newSsoConnector } from './sso-connectors.ts';
import type { TestServer } from './test-server.ts';
import { newVisitor } from './visitor.ts';

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export const patchOf = (...Operations: object[]) => ({ schemas: [patchUrn], Operations });

export type ScimResource = {
  id: string;
  userName: string;
  displayName: string;
  active: boolean;
  members?: { value: string }[];
  meta: { version: string; location: string };
};
export type ScimList = { totalResults: number; itemsPerPage: number; startIndex: number; Resources: ScimResource[] };

export type ScimClient = Awaited<ReturnType<typeof newScimClient>>;

export const scimClientOf = (server: TestServer, ssoConnectorId: string, token: string, tenantId = 'default') => {
  const visitor = newVisitor();
  return (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    visitor.send(method, `${server.base(tenantId)}/api/scim/${ssoConnectorId}/v2${path}`, {
      headers: {
        ...(json !== undefined && { 'content-type': 'application/scim+json' }),
        authorization: `Bearer ${token}`,
        ...headers,
      },
      ...(json !== undefined && { json }),
    });
};

export const newScimClient = async (server: TestServer, api: ManagementApi, domains: string[]) => {
  const ssoConnectorId = await newSsoConnector(server, { issuer: 'https://idp.example.com', domains });
  const path = `/sso-connectors/${ssoConnectorId}/scim`;
  await api.call('PATCH', path, { isEnabled: true });
  const created = await api.call('POST', `${path}/tokens`, { name: 'Identity provider' });
  const { value: token } = created.json() as { value: string };
  const call = scimClientOf(server, ssoConnectorId, token);
  const create = async (kind: 'Users' | 'Groups', body: object): Promise<ScimResource> => {
    const answer = await call('POST', `/${kind}`, body);
    if (answer.status !== 201) throw new Error(`not created: ${answer.status} ${answer.body}`);
    return answer.json();
  };
  const list = async (kind: 'Users' | 'Groups', query: Record<string, string> = {}): Promise<ScimList> => {
    const answer = await call('GET', `/${kind}?${new URLSearchParams(query)}`);
    if (answer.status !== 200) throw new Error(`no list: ${answer.status} ${answer.body}`);
    return answer.json();
  };
  return {
    ...{ ssoConnectorId, path, token, call, list },
    createUser: (userName: string, more: object = {}) =>
      create('Users', { schemas: [userUrn], userName, emails: [{ value: userName, type: 'work' }], ...more }),
    createGroup: (displayName: string, members: string[] = []) =>
      create('Groups', { displayName, members: members.map((value) => ({ value })) }),
  };
};
