// A guide as the console shows it for an application: same compiler, same values.
import { readFileSync } from 'node:fs';
import { compileGuide } from '@tessera/console/authentication/guides/compile';
import type { Block, UriField } from '@tessera/console/authentication/guides/guide';
import { findGuide, type GuideId } from '@tessera/console/authentication/guides/registry';
import { type SampleFile, sampleOf } from '@tessera/console/authentication/guides/sample';
import { fill, suggestionOf, type Values, valuesOf } from '@tessera/console/authentication/guides/values';
import { managementApi, managementResource } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { freePort } from '../harness/ports.ts';
import type { TestServer } from '../harness/server.ts';

const content = (id: GuideId) =>
  new URL(`../../packages/console/src/authentication/guides/content/${id}.md`, import.meta.url);

export type PrintedGuide = { appId: string; values: Values; blocks: Block[]; sample: SampleFile[] };

const print = (block: Block, values: Values): Block => {
  if (block.kind === 'file') return { ...block, file: fill(block.file, values), code: fill(block.code, values) };
  return block.kind === 'terminal' ? { ...block, code: fill(block.code, values) } : block;
};

/** Creates the guide's application with the suggested URIs on a free port. */
export const printGuide = async (server: TestServer, id: GuideId): Promise<PrintedGuide> => {
  const guide = compileGuide(readFileSync(content(id), 'utf8'));
  const type = findGuide(id)?.target;
  if (!type) throw new Error(`no guide ${id}`);
  const port = await freePort();
  const uris = (field: UriField) => {
    const suggestion = suggestionOf(guide, field, 'tessera');
    return suggestion === undefined ? [] : [suggestion.replace(':3000', `:${port}`)];
  };
  const addresses = { redirectUris: uris('redirectUris'), postLogoutRedirectUris: uris('postLogoutRedirectUris') };
  const application = await newApplication(await managementApi(server), { type, ...addresses });
  const values = valuesOf(guide, {
    endpoint: server.base('default'),
    namespace: 'tessera',
    managementResource: managementResource('default'),
    appId: application.id,
    appSecret: application.clientSecret,
    ...addresses,
  });
  const blocks = guide.steps.flatMap((step) => step.blocks.map((block) => print(block, values)));
  return { appId: application.id, values, blocks, sample: sampleOf(guide, id, values) };
};
