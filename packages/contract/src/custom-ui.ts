// Custom sign-in UI: an archive with an index.html that uses the same API.
import * as z from 'zod/mini';
import { post, resource } from './kit.ts';
import { uploadForm } from './user-assets.ts';

export const customUi = resource('custom-ui', 'management', {
  upload: post('/sign-in-exp/default/custom-ui-assets', {
    body: uploadForm,
    response: z.object({ customUiAssetId: z.string() }),
    status: 200,
    multipart: true,
    quota: 'bringYourUiEnabled',
    change: 'custom-ui.uploaded',
    limits: ['uploads'],
  }),
});
