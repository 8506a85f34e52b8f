// The machine-to-machine guide, followed to the letter, against the Management API that it takes as its example.
import { beforeAll, describe, expect, it } from 'vitest';
import { giveRole } from '../harness/permissions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { type PrintedGuide, printGuide } from './printed-guide.ts';
import { newProject } from './project.ts';
import { patience } from './running-guide.ts';

describe('the machine-to-machine guide', () => {
  let server: TestServer;
  let guide: PrintedGuide;
  let printed: string[];

  beforeAll(async () => {
    server = await useServer();
    guide = await printGuide(server, 'm2m-general');
    const [role] = await server.query<{ id: string }>(
      `select id from roles where tenant_id = 'default' and name = 'Management API access'`,
    );
    await giveRole(server, 'default', role?.id ?? '', { application: guide.appId });
    printed = await newProject().follow(guide);
  }, patience);

  it('gets a token and lists applications with curl', () => {
    const applications = JSON.parse(printed.at(-2) ?? '') as { id: string }[];
    expect(applications.map(({ id }) => id)).toContain(guide.appId);
  });

  it('does the same in Node.js', () => {
    expect(printed.at(-1)).toContain(`id: '${guide.appId}'`);
  });
});
