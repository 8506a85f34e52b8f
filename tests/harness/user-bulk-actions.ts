// Bulk actions on users, awaited until they end.
import type { UserBulkAction } from '@tessera/contract/user-bulk-actions';
import type { ManagementApi } from './api.ts';
import { eventually } from './eventually.ts';

export const bulkActions = (api: ManagementApi) => {
  const start = (body: object) => api.call('POST', '/user-bulk-actions', body);
  const read = async (id: string) => (await api.call('GET', `/user-bulk-actions/${id}`)).json() as UserBulkAction;
  const ended = async (id: string, within = 120_000): Promise<UserBulkAction> => {
    let last: UserBulkAction | undefined;
    await eventually(
      async () => {
        last = await read(id);
        return last.status !== 'running';
      },
      { within, what: 'the end of the bulk action' },
    );
    return last as UserBulkAction;
  };
  const run = async (body: object): Promise<UserBulkAction> => {
    const answer = await start(body);
    if (answer.status !== 201) throw new Error(`not started: ${answer.status} ${answer.body}`);
    return ended((answer.json() as UserBulkAction).id);
  };
  type Problem = { userId: string; user: object | null; code: string; message: string };
  const problems = async (id: string) =>
    (await api.call('GET', `/user-bulk-actions/${id}/problems`)).json() as Problem[];
  return { start, read, ended, run, problems };
};
