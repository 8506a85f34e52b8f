// Uploaded files: logos, fonts and avatars.
import * as z from 'zod/mini';
import { fontType } from './appearance-options.ts';
import { id, pageQuery, timestamp } from './fields.ts';
import { del, get, post, resource } from './kit.ts';

const mebibyte = 1024 * 1024;
export const maxUploadSize = 20 * mebibyte;
/** For a console user, who only needs an avatar. */
export const maxUploadsOfUser = 2 * maxUploadSize;
export const uploadTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/vnd.microsoft.icon',
  'image/x-icon',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
  'image/bmp',
  'application/zip',
  fontType,
] as const;

export const assetServiceStatus = z.object({
  status: z.enum(['ready', 'not_configured']),
  allowUploadMimeTypes: z.optional(z.array(z.string())),
  maxUploadFileSize: z.optional(z.number()),
});
export const uploadForm = z.object({ file: z.file() });
export const userAsset = z.object({
  id,
  name: z.string(),
  mimeType: z.string(),
  size: z.number(),
  url: z.string(),
  createdAt: timestamp,
});
export const uploadedAsset = z.object({ url: z.string() });

export const userAssets = resource('user-assets', 'management', {
  status: get('/user-assets/service-status', { response: assetServiceStatus }),
  upload: post('/user-assets', {
    body: uploadForm,
    response: uploadedAsset,
    multipart: true,
    change: 'user-asset.created',
    limits: ['uploads'],
  }),
  list: get('/user-assets', { query: z.object(pageQuery), response: z.array(userAsset), paged: 'always' }),
  remove: del('/user-assets/:id', { change: 'user-asset.deleted' }),
});
