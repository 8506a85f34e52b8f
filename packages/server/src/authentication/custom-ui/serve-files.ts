// Serves a tenant's custom UI instead of the built-in pages. It is the tenant's code on the tenant's origin: it may
// load anything, but cannot be framed.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTag } from '../../infrastructure/http/request-conditions.ts';
import type { Destination } from '../../infrastructure/http/resolve-request.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { asksForFile } from './file-types.ts';
import { customUiHeaders } from './headers.ts';

const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path).slice(1);
  } catch {
    return undefined;
  }
};

/** The ID of the upload in use. Undefined if the tenant shares the origin with a console or other tenants. */
export const customUiInUse = async (
  { addresses, signInExperiences, customUi }: Pick<Services, 'addresses' | 'signInExperiences' | 'customUi'>,
  destination: Destination,
) => {
  if (!addresses.isOwnOrigin(destination)) return undefined;
  const { tenantId } = destination;
  const { customUiAssets } = await signInExperiences.of(tenantId);
  return customUiAssets && (await customUi.filesOf(tenantId, customUiAssets.id)) ? customUiAssets.id : undefined;
};

/** Undefined: there is no index page, so the built-in one is served. */
export const readCustomIndex = async (
  { customUi, files }: Pick<Services, 'customUi' | 'files'>,
  tenantId: string,
  id: string,
) => {
  const hash = (await customUi.filesOf(tenantId, id))?.['index.html']?.hash;
  return hash && (await files.read(tenantId, hash))?.toString();
};

/** Sends a file by name. Undefined: the path is a page. */
export const sendCustomFile = async (
  services: Pick<Services, 'customUi' | 'files' | 'settings'>,
  { destination: { tenantId, path } }: Visit,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> => {
  const name = decoded(path) ?? '';
  const files = (await services.customUi.filesOf(tenantId, id)) ?? {};
  const file = Object.hasOwn(files, name) && name !== 'index.html' ? files[name] : undefined;
  if (!file) return asksForFile(path) ? reply.code(404).type('text/plain').send('') : undefined;
  // A new upload changes the version of all files.
  const etag = `"${id}"`;
  reply.headers(customUiHeaders(services)).header('ETag', etag).header('Cache-Control', 'public, no-cache');
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const content = file.hash && (await services.files.open(tenantId, file.hash));
  if (!content) return reply.code(404).type('text/plain').send('');
  return reply.type(file.mimeType).header('Content-Length', file.size).send(content);
};
