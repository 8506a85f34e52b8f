// Users created through the Management API.
import type { ManagementApi } from './api.ts';

export type User = {
  id: string;
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  name: string | null;
  isSuspended: boolean;
  hasPassword: boolean;
};

export const newUser = async (api: ManagementApi, body: object = {}): Promise<User> => {
  const answer = await api.call('POST', '/users', body);
  if (answer.status !== 200) throw new Error(`no user: ${answer.body}`);
  return answer.json();
};
