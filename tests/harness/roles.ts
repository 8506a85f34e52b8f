// Resources, scopes, roles and assignments created through the Management API.
import type { ManagementApi } from './api.ts';

const expectMade = async <T>(answer: Promise<{ status: number; body: string; json: () => unknown }>): Promise<T> => {
  const { status, body, json } = await answer;
  if (status >= 300) throw new Error(`refused: ${status} ${body}`);
  return json() as T;
};

/** An API with scopes; returns their IDs by name. */
export const newResource = async (api: ManagementApi, indicator: string, scopes: string[] = []) => {
  const { id } = await expectMade<{ id: string }>(api.call('POST', '/resources', { name: indicator, indicator }));
  const scopeIds: Record<string, string> = {};
  for (const name of scopes) {
    scopeIds[name] = (await expectMade<{ id: string }>(api.call('POST', `/resources/${id}/scopes`, { name }))).id;
  }
  return { id, indicator, scopeIds, scopeId: (name: string) => scopeIds[name] ?? '' };
};

type Role = { id: string; name: string; type: string; isDefault: boolean };

let count = 0;
export const newRole = (api: ManagementApi, body: object = {}): Promise<Role> => {
  count += 1;
  return expectMade<Role>(api.call('POST', '/roles', { name: `Role ${count}`, description: 'Does things', ...body }));
};
export const newMachineRole = (api: ManagementApi, body: object = {}) =>
  newRole(api, { type: 'MachineToMachine', ...body });
