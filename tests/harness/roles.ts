// Resources, scopes, roles and their holders, made through the Management API as administrators make them.
import type { ManagementApi } from './api.ts';

const made = async <T>(answer: Promise<{ status: number; body: string; json: () => unknown }>): Promise<T> => {
  const { status, body, json } = await answer;
  if (status >= 300) throw new Error(`refused: ${status} ${body}`);
  return json() as T;
};

/** An API with some scopes; their ids by their names. */
export const newResource = async (api: ManagementApi, indicator: string, scopes: string[] = []) => {
  const { id } = await made<{ id: string }>(api.call('POST', '/resources', { name: indicator, indicator }));
  const scopeIds: Record<string, string> = {};
  for (const name of scopes) {
    scopeIds[name] = (await made<{ id: string }>(api.call('POST', `/resources/${id}/scopes`, { name }))).id;
  }
  return { id, indicator, scopeIds, scopeId: (name: string) => scopeIds[name] ?? '' };
};

type Role = { id: string; name: string; type: string; isDefault: boolean };

let count = 0;
export const newRole = (api: ManagementApi, body: object = {}): Promise<Role> => {
  count += 1;
  return made<Role>(api.call('POST', '/roles', { name: `Role ${count}`, description: 'Does things', ...body }));
};
export const newMachineRole = (api: ManagementApi, body: object = {}) =>
  newRole(api, { type: 'MachineToMachine', ...body });
