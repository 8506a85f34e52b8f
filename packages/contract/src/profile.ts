// The Me API: a console user's own account, in the admin tenant.
import * as z from 'zod/mini';
import { email, emptyable, jsonObject, password, text, username, webUrl } from './fields.ts';
import { get, patch, post, resource } from './kit.ts';
import { newPassword } from './new-password.ts';
import { assetServiceStatus, uploadedAsset, uploadForm } from './user-assets.ts';
import { user } from './users.ts';

const ownUser = z.extend(user, { hasPassword: z.optional(z.boolean()) });

export const profile = resource('profile', 'me', {
  get: get('', { response: ownUser, versioned: true }),
  update: patch('', {
    limits: ['attempts'],
    body: z.partial(
      z.object({
        username,
        name: emptyable(text(1, 128)),
        avatar: emptyable(webUrl),
        /** Needs the password and a code sent to the address, both verified in this session. */
        primaryEmail: email,
      }),
    ),
    response: ownUser,
    change: 'user.updated',
  }),
  customData: get('/custom-data', { response: jsonObject }),
  updateCustomData: patch('/custom-data', {
    limits: ['attempts'],
    body: jsonObject,
    response: jsonObject,
    change: 'user.custom-data-updated',
  }),
  verifyPassword: post('/password/verify', {
    body: z.object({ password }),
    change: 'none',
    limits: ['attempts', 'hashes'],
  }),
  sendCode: post('/verification-codes', {
    body: z.object({ email }),
    change: 'none',
    limits: ['attempts', 'messages'],
  }),
  verifyCode: post('/verification-codes/verify', {
    body: z.object({ email, verificationCode: text(1, 32) }),
    change: 'none',
    limits: ['attempts'],
  }),
  changePassword: post('/password', {
    body: newPassword,
    change: 'user.password-changed',
    limits: ['attempts', 'hashes'],
  }),
  assetStatus: get('/user-assets/service-status', { response: assetServiceStatus }),
  uploadAsset: post('/user-assets', {
    body: uploadForm,
    response: uploadedAsset,
    multipart: true,
    change: 'user-asset.created',
    limits: ['attempts', 'uploads'],
  }),
});
