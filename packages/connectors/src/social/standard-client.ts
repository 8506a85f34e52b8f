// The part that the standard OAuth 2 and OpenID Connect connectors share: their client and its authentication.

import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { webUrl } from '../config-fields.ts';
import type { ConnectorTools, SocialConnector } from '../connector.ts';
import { clientIdField, clientSecretField, required } from './form.ts';
import { basic } from './oauth.ts';
import type { Call } from './provider-call.ts';

type Field = SocialConnector['formItems'][number];
type Parameters = Record<string, string | undefined>;

const hashes = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' } as const;

export const standardClient = z.object({
  authorizationEndpoint: webUrl,
  tokenEndpoint: webUrl,
  clientId: required,
  clientSecret: required,
  tokenEndpointAuthMethod: z._default(
    z.enum(['client_secret_post', 'client_secret_basic', 'client_secret_jwt']),
    'client_secret_post',
  ),
  clientSecretJwtSigningAlgorithm: z._default(z.enum(['HS256', 'HS384', 'HS512']), 'HS256'),
  customConfig: z.optional(z.record(z.string(), z.string())),
});
export type StandardClient = z.output<typeof standardClient>;

const sameTitle = (value: string) => ({ value, title: value });
export const endpointFields: readonly Field[] = [
  { key: 'authorizationEndpoint', type: 'Text', required: true, placeholder: 'https://id.example.com/authorize' },
  { key: 'tokenEndpoint', type: 'Text', required: true, placeholder: 'https://id.example.com/token' },
];
export const clientLoginFields: readonly Field[] = [
  clientIdField,
  clientSecretField,
  {
    key: 'tokenEndpointAuthMethod',
    type: 'Select',
    required: true,
    defaultValue: 'client_secret_post',
    selectItems: ['client_secret_post', 'client_secret_basic', 'client_secret_jwt'].map(sameTitle),
  },
  {
    key: 'clientSecretJwtSigningAlgorithm',
    type: 'Select',
    required: true,
    defaultValue: 'HS256',
    showConditions: [{ targetKey: 'tokenEndpointAuthMethod', expectValue: 'client_secret_jwt' }],
    selectItems: ['HS256', 'HS384', 'HS512'].map(sameTitle),
  },
];
export const customConfigField: Field = { key: 'customConfig', type: 'Json', defaultValue: {} };

export const snakeCased = (parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RFC 7523 with the client secret as the key. */
const assertion = (client: StandardClient, { now, random }: ConnectorTools): string => {
  const { clientId, clientSecret, tokenEndpoint, clientSecretJwtSigningAlgorithm: alg } = client;
  const iat = Math.floor(now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: tokenEndpoint, jti: random(), iat, exp: iat + 600 };
  const content = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${createHmac(hashes[alg], clientSecret).update(content).digest('base64url')}`;
};

/** The token request of a grant, with the client's authentication. */
export const tokenCall = (client: StandardClient, given: Parameters, tools: ConnectorTools): Omit<Call, 'refusal'> => {
  const { clientId: client_id, clientSecret: client_secret, tokenEndpoint: url } = client;
  const grant = { ...given, ...snakeCased(client.customConfig ?? {}) };
  switch (client.tokenEndpointAuthMethod) {
    case 'client_secret_basic':
      return { url, form: grant, headers: basic(client_id, client_secret) };
    case 'client_secret_jwt': {
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
      return { url, form: { ...grant, client_id, client_assertion_type, client_assertion: assertion(client, tools) } };
    }
    default:
      return { url, form: { ...grant, client_id, client_secret } };
  }
};
