// The me API: what a console user reads and changes about themself, below the admin tenant.
import * as z from 'zod/mini';
import { emptyable, jsonObject, text, username, webUrl } from './fields.ts';
import { get, patch, post, resource } from './kit.ts';
import { assetServiceStatus, uploadedAsset, uploadForm } from './user-assets.ts';
import { user } from './users.ts';

const ownUser = z.extend(user, { hasPassword: z.optional(z.boolean()) });
const password = text(1, 1024);

export const me = resource('me', 'me', {
  get: get('', { response: ownUser, versioned: true }),
  update: patch('', {
    body: z.partial(z.object({ username, name: emptyable(text(1, 128)), avatar: emptyable(webUrl) })),
    response: ownUser,
    change: 'user.updated',
  }),
  customData: get('/custom-data', { response: jsonObject }),
  updateCustomData: patch('/custom-data', {
    body: jsonObject,
    response: jsonObject,
    change: 'user.custom-data-updated',
  }),
  verifyPassword: post('/password/verify', { body: z.object({ password }), change: 'none', limited: true }),
  changePassword: post('/password', { body: z.object({ password }), change: 'user.password-changed' }),
  assetStatus: get('/user-assets/service-status', { response: assetServiceStatus }),
  uploadAsset: post('/user-assets', {
    body: uploadForm,
    response: uploadedAsset,
    multipart: true,
    change: 'user-asset.created',
  }),
});
