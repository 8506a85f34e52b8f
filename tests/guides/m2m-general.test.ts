// Follows the machine-to-machine guide literally, against the Management API.
import { describe, expect, it } from 'vitest';
import { giveRole } from '../harness/permissions.ts';
import type { TestServer } from '../harness/server.ts';
import type { PrintedGuide } from './printed-guide.ts';
import { useFollowedGuide } from './running-guide.ts';

/** Assigns the built-in Management API role to the application. */
const before = async ({ server, guide }: { server: TestServer; guide: PrintedGuide }) => {
  const [role] = await server.query<{ id: string }>(
    `select id from roles where tenant_id = 'default' and name = 'Management API access'`,
  );
  await giveRole(server, 'default', role?.id ?? '', { application: guide.appId });
};

describe('the machine-to-machine guide', () => {
  const followed = useFollowedGuide('m2m-general', { before });

  it('gets a token and lists applications with curl', async () => {
    const { guide, project } = followed();
    const [get = '', call = ''] = guide.blocks.flatMap((block) =>
      block.kind === 'terminal' && block.code.startsWith('curl') ? [block.code] : [],
    );
    const { access_token: token } = JSON.parse(await project.run(get)) as { access_token: string };
    const listed = await project.run(`${call.replace('<access token>', token)} --silent`);
    expect((JSON.parse(listed) as { id: string }[]).map(({ id }) => id)).toContain(guide.appId);
  });

  it('does the same in Node.js', () => {
    const { guide, printed } = followed();
    expect(printed.at(-1)).toContain(`id: '${guide.appId}'`);
  });
});
