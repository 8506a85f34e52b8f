// F03: imports of users, each prepared for being sabotaged, and followed to their end so that nothing is still being
// written when the next one is looked at.
import type { ManagementApi } from '../harness/api.ts';
import type { TestServer } from '../harness/server.ts';
import { userImports } from '../harness/user-imports.ts';
import type { Cases } from './failing-statements.test.ts';

export const userImportCases = (server: TestServer, api: ManagementApi): Cases => {
  const imports = () => userImports({ origin: server.origin, token: api.token });
  const checked = async () => (await imports().run('username\nfrom_a_file\n', { query: { dryRun: 'true' } })).id;
  const followed = async (answer: Awaited<ReturnType<ReturnType<typeof userImports>['send']>>) => {
    if (answer.status < 300) await imports().ended(answer.json<{ id: string }>().id);
    return answer;
  };
  return {
    'user-import.created': async () => async () =>
      followed(await imports().upload('username\nlooked_at\n', { query: { dryRun: 'true' } })),
    'user-import.started': async () => {
      const id = await checked();
      return async () => followed(await imports().start(id));
    },
    'user-import.cancelled': async () => {
      const id = await checked();
      return () => imports().send(`/user-imports/${id}/cancel`, { method: 'POST' });
    },
    'user-import.deleted': async () => {
      const id = await checked();
      return () => imports().send(`/user-imports/${id}`, { method: 'DELETE' });
    },
  };
};
