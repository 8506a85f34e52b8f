// Companies with a sign-in of their own, as those who choose among them see them: without the configuration, which holds
// secrets.
import * as z from 'zod/mini';
import { jsonObject, pageQuery, timestamp } from './fields.ts';
import { get, resource } from './kit.ts';

export const ssoConnector = z.object({
  tenantId: z.string(),
  id: z.string(),
  providerName: z.string(),
  connectorName: z.string(),
  domains: z.array(z.string()),
  branding: jsonObject,
  syncProfile: z.boolean(),
  enableTokenStorage: z.boolean(),
  createdAt: timestamp,
});
export type SsoConnector = z.output<typeof ssoConnector>;

export const ssoConnectors = resource('sso-connectors', 'management', {
  list: get('/sso-connectors', { query: z.object(pageQuery), response: z.array(ssoConnector), paged: 'optional' }),
});
