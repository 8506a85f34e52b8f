// The message service of a hosted Tessera, called with a machine-to-machine token.
import * as z from 'zod/mini';
import { credential, webUrl } from './config-fields.ts';
import { ConnectorError, type ConnectorTools } from './connector.ts';
import { basic, formRequest, jsonRequest, post, textIn } from './provider.ts';

export const serviceAccess = z.object({
  tokenEndpoint: webUrl,
  endpoint: webUrl,
  resource: webUrl,
  appId: credential,
  appSecret: credential,
});
export type ServiceAccess = z.output<typeof serviceAccess>;

export const serviceFormItems = [
  { key: 'tokenEndpoint', type: 'Text' },
  { key: 'endpoint', type: 'Text' },
  { key: 'resource', type: 'Text' },
  { key: 'appId', type: 'Text' },
  { key: 'appSecret', type: 'Text', isConfidential: true },
] as const;

// Only the code: the endpoint is part of the configuration, so the text may come from an internal service.
const explain = ({ code, error }: Readonly<Record<string, unknown>>) => ({
  text: [code, error].map(textIn).find((text) => text && /^[\w.]{1,64}$/.test(text)),
});

export const callService = async (
  tools: ConnectorTools,
  { tokenEndpoint, endpoint, resource, appId, appSecret }: ServiceAccess,
  { path, scope, data }: { path: string; scope: string; data: object },
): Promise<void> => {
  const grant = formRequest({ grant_type: 'client_credentials', resource, scope }, basic(appId, appSecret));
  const issued = await post(tools, tokenEndpoint, grant, { explain, refusal: () => undefined });
  const token = textIn(issued?.access_token);
  if (!token) throw new ConnectorError('invalid_response', { message: 'The token endpoint sent no access token' });
  const headers = { authorization: `Bearer ${token}` };
  await post(tools, `${endpoint.replace(/\/$/, '')}${path}`, jsonRequest({ data }, headers), { explain });
};
