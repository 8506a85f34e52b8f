// F03: profile fields, phrases, CAPTCHA and custom UI, to be sabotaged.
import type { ManagementApi } from '../harness/api.ts';
import type { TestServer } from '../harness/server.ts';
import { zipOf } from '../harness/zip.ts';
import type { Cases } from './failing-statements.test.ts';

export const signInPageCases = (server: TestServer, api: ManagementApi): Cases => {
  const field = (name: string) => ({ name, type: 'Text', label: name, required: false });
  const newField = async (name: string) => {
    await api.call('POST', '/custom-profile-fields', field(name));
    return `/custom-profile-fields/${name}`;
  };
  const config = (siteKey: string) => ({ config: { type: 'Turnstile', siteKey, secretKey: 'a secret of theirs' } });
  return {
    'captcha-provider.replaced': async () => () => api.call('PUT', '/captcha-provider', config('one')),
    'captcha-provider.deleted': async () => {
      await api.call('PUT', '/captcha-provider', config('two'));
      return () => api.call('DELETE', '/captcha-provider');
    },
    'custom-ui.uploaded': async () => async () => {
      const body = new FormData();
      const archive = zipOf([{ name: 'index.html', content: '<html></html>' }]);
      body.set('file', new File([archive], 'pages.zip', { type: 'application/zip' }));
      const response = await fetch(`${server.origin}/api/sign-in-exp/default/custom-ui-assets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.token}` },
        body,
      });
      const text = await response.text();
      return { status: response.status, json: () => JSON.parse(text) as never };
    },
    'profile-field.created': async () => () => api.call('POST', '/custom-profile-fields', field('motto')),
    'profile-fields.created': async () => () =>
      api.call('POST', '/custom-profile-fields/batch', [field('one'), field('two')]),
    'profile-field.updated': async () => {
      const at = await newField('changed');
      return () => api.call('PUT', at, { type: 'Url', required: false });
    },
    'profile-fields.reordered': async () => {
      await newField('first');
      await newField('second');
      const order = [
        { name: 'first', sieOrder: 100 },
        { name: 'second', sieOrder: 99 },
      ];
      return () => api.call('POST', '/custom-profile-fields/properties/sie-order', { order });
    },
    'profile-field.deleted': async () => {
      const at = await newField('deleted');
      return () => api.call('DELETE', at);
    },
    'custom-phrases.replaced': async () => () => api.call('PUT', '/custom-phrases/fr', { action: { cancel: 'Non' } }),
    'custom-phrases.deleted': async () => {
      await api.call('PUT', '/custom-phrases/it', { action: { cancel: 'No' } });
      return () => api.call('DELETE', '/custom-phrases/it');
    },
  };
};
