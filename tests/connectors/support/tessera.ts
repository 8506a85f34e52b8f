// The message service of a hosted Tessera: a token for the resource, then the message.
import type { ProviderAnswer, ProviderRequest } from '../../harness/providers.ts';
import {
  type Counterpart,
  type Delivery,
  formOf,
  isForm,
  isJson,
  jsonOf,
  loginOf,
  wrongFields,
} from './counterpart.ts';

const access = {
  tokenEndpoint: 'https://auth.hosted.example.com/oidc/token',
  endpoint: 'https://cloud.hosted.example.com/api',
  resource: 'https://cloud.hosted.example.com/api',
  appId: 'app',
  appSecret: 'a-secret',
};

const issue = (request: ProviderRequest, scope: string): ProviderAnswer => {
  const fields = formOf(request);
  if (!isForm(request) || fields.grant_type !== 'client_credentials')
    return { status: 400, body: { error: 'invalid_request' } };
  if (loginOf(request) !== 'app:a-secret') return { status: 401, body: { error: 'invalid_client' } };
  if (fields.resource !== access.resource) return { status: 400, body: { error: 'invalid_target' } };
  if (fields.scope !== scope) return { status: 400, body: { error: 'invalid_scope' } };
  return { body: { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 } };
};

const service =
  (path: string, scope: string): Counterpart['answer'] =>
  (request, deliver) => {
    if (request.url.hostname === 'auth.hosted.example.com') return issue(request, scope);
    if (request.headers.authorization !== 'Bearer a-token') return { status: 401, body: { code: 'auth.unauthorized' } };
    if (request.url.pathname !== path || !isJson(request)) return { status: 404, body: {} };
    const { data } = jsonOf(request) as { data: { to: string; type: string; payload: Delivery['parameters'] } };
    const wrong = wrongFields(data, { required: ['to', 'type', 'payload'] });
    if (wrong.length > 0) return { status: 400, body: { code: 'guard.invalid_input' } };
    deliver({ to: data.to, template: data.type, parameters: data.payload });
    return { status: 201, body: {} };
  };

const rejections: Counterpart['rejections'] = [
  {
    change: { appSecret: 'wrong' },
    code: 'authorization_failed',
    details: 'The provider answered 401: invalid_client',
  },
  {
    change: { resource: 'https://other.example.com/api' },
    code: 'general',
    details: 'The provider answered 400: invalid_target',
  },
];
const hosts = ['auth.hosted.example.com', 'cloud.hosted.example.com'];

export const tesseraEmail: Counterpart = {
  ...{ id: 'tessera-email', hosts, rejections },
  config: { ...access, senderName: 'Shop', companyInformation: 'Shop Ltd, 1 Street' },
  answer: service('/api/services/mails', 'send:email'),
};

export const tesseraSms: Counterpart = {
  ...{ id: 'tessera-sms', hosts, rejections },
  config: access,
  answer: service('/api/services/send-sms', 'send:sms'),
};
