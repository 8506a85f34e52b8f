// F03: user imports, to be sabotaged, awaited so that nothing is being written when the next case starts.
import type { ManagementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import type { TestServer } from '../harness/server.ts';
import { userImports } from '../harness/user-imports.ts';
import type { Cases } from './failing-statements.test.ts';

export const userImportCases = (server: TestServer, api: ManagementApi): Cases => {
  const imports = () => userImports({ origin: server.origin, token: api.token });
  /** The job is deleted after the import has ended. */
  const jobEnded = () =>
    eventually(async () => (await server.query(`select from jobs where kind = 'user-import'`)).length === 0);
  const createChecked = async () => {
    const { id } = await imports().run('username\nfrom_a_file\n', { query: { dryRun: 'true' } });
    await jobEnded();
    return id;
  };
  const followed = async (answer: Awaited<ReturnType<ReturnType<typeof userImports>['send']>>) => {
    if (answer.status < 300) await imports().ended(answer.json<{ id: string }>().id);
    await jobEnded();
    return answer;
  };
  return {
    'user-import.created': async () => async () =>
      followed(await imports().upload('username\nlooked_at\n', { query: { dryRun: 'true' } })),
    'user-import.upload-opened': async () => () => imports().open(100),
    'user-import.uploaded': async () => {
      const file = 'username\nin_parts\n';
      const { id } = (await imports().open(file.length, { isDryRun: true })).json<{ id: string }>();
      return async () => followed(await imports().sendPart(id, 0, file));
    },
    'user-import.checked': async () => {
      const id = await createChecked();
      return async () => followed(await imports().check(id));
    },
    'user-import.started': async () => {
      const id = await createChecked();
      return async () => followed(await imports().start(id));
    },
    'user-import.cancelled': async () => {
      const id = await createChecked();
      return () => imports().send(`/user-imports/${id}/cancel`, { method: 'POST' });
    },
    'user-import.deleted': async () => {
      const id = await createChecked();
      return () => imports().send(`/user-imports/${id}`, { method: 'DELETE' });
    },
  };
};
