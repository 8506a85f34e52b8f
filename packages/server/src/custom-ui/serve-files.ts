// Hands out the pages that a tenant brought, in place of ours. They are the tenant's own code on the tenant's own origin:
// what they may load is theirs to decide, but nobody may put them into a frame.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Visit } from '../http/visit.ts';
import { commonHeaders } from '../pages/security-headers.ts';
import type { Services } from '../services.ts';
import { asksForFile } from './file-types.ts';
import { assetKey } from './read.ts';

const policy = [
  "default-src 'self' https: data: blob:",
  "script-src 'self' https: 'unsafe-inline' blob:",
  "style-src 'self' https: 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const customUiHeaders = (services: Pick<Services, 'settings'>) => ({
  ...commonHeaders(services.settings),
  'Content-Security-Policy': policy,
});

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path).slice(1);
  } catch {
    return undefined;
  }
};

/** The id of the pages in use, if the tenant brought any and they are still there. */
export const customUiInUse = async ({ signInExperiences, customUi }: Services, tenantId: string) => {
  const { customUiAssets } = await signInExperiences.of(tenantId);
  return customUiAssets && (await customUi.filesOf(tenantId, customUiAssets.id)) ? customUiAssets.id : undefined;
};

/** A file by its name. Undefined: the address is that of a page. */
export const sendCustomFile = async (
  services: Services,
  { place: { tenantId, path } }: Visit,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> => {
  const name = decoded(path) ?? '';
  const files = (await services.customUi.filesOf(tenantId, id)) ?? {};
  const file = Object.hasOwn(files, name) && name !== 'index.html' ? files[name] : undefined;
  if (!file) return asksForFile(path) ? reply.code(404).type('text/plain').send('') : undefined;
  // Another upload is another version of all its files.
  const etag = `"${id}"`;
  reply.headers(customUiHeaders(services)).header('ETag', etag).header('Cache-Control', 'public, no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const content = await services.assets.read(assetKey(tenantId, id, name));
  if (!content) return reply.code(404).type('text/plain').send('');
  return reply.type(file.mimeType).send(Buffer.from(content));
};
