// Files that people upload: logos and avatars.
import * as z from 'zod/mini';
import { get, post, resource } from './kit.ts';

const mebibyte = 1024 * 1024;
export const maxUploadSize = 20 * mebibyte;
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
] as const;

export const assetServiceStatus = z.object({
  status: z.enum(['ready', 'not_configured']),
  allowUploadMimeTypes: z.optional(z.array(z.string())),
  maxUploadFileSize: z.optional(z.number()),
});
export const uploadForm = z.object({ file: z.file() });
export const uploadedAsset = z.object({ url: z.string() });

export const userAssets = resource('user-assets', 'management', {
  status: get('/user-assets/service-status', { response: assetServiceStatus }),
  upload: post('/user-assets', {
    body: uploadForm,
    response: uploadedAsset,
    multipart: true,
    change: 'user-asset.created',
  }),
});
