// Connectors: how a tenant's messages are sent, and who else may say who somebody is. A factory is what can be set up, a
// connector what has been.
import * as z from 'zod/mini';
import { email, jsonObject, phone, text } from './fields.ts';
import { del, get, patch, post, resource } from './kit.ts';

export const connectorTypes = ['Email', 'Sms', 'Social'] as const;
export const connectorType = z.enum(connectorTypes);
export type ConnectorType = z.output<typeof connectorType>;
export const connectorPlatform = z.enum(['Native', 'Universal', 'Web']);
export type ConnectorPlatform = z.output<typeof connectorPlatform>;

/** A text in several languages; English is always there. */
export const localizedText = z.catchall(z.object({ en: z.string() }), z.string());

const anything = z.any();
export const formItem = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['Text', 'Number', 'MultilineText', 'Switch', 'Json', 'Select', 'MultiSelect']),
  required: z.optional(z.boolean()),
  placeholder: z.optional(z.string()),
  defaultValue: z.optional(anything),
  description: z.optional(z.string()),
  tooltip: z.optional(z.string()),
  isConfidential: z.optional(z.boolean()),
  showConditions: z.optional(z.array(z.object({ targetKey: z.string(), expectValue: anything }))),
  selectItems: z.optional(z.array(z.object({ value: z.string(), title: z.optional(z.string()) }))),
});
export type FormItem = z.output<typeof formItem>;

const described = {
  type: connectorType,
  target: z.string(),
  name: localizedText,
  description: localizedText,
  logo: z.string(),
  logoDark: z.nullable(z.string()),
  readme: z.string(),
  platform: z.nullable(connectorPlatform),
  formItems: z.optional(z.array(formItem)),
  isStandard: z.optional(z.boolean()),
  isTokenStorageSupported: z.optional(z.boolean()),
};
export const connectorFactory = z.object({ id: z.string(), ...described });
export type ConnectorFactory = z.output<typeof connectorFactory>;

const metadata = z.object({
  target: z.optional(z.string()),
  name: z.optional(localizedText),
  logo: z.optional(z.string()),
  logoDark: z.optional(z.nullable(z.string())),
});
export const connector = z.object({
  ...described,
  id: z.string(),
  connectorId: z.string(),
  config: jsonObject,
  metadata,
  syncProfile: z.boolean(),
  enableTokenStorage: z.boolean(),
});
export type Connector = z.output<typeof connector>;

const own = { metadata: z.optional(metadata), syncProfile: z.optional(z.boolean()) };
const tokens = { enableTokenStorage: z.optional(z.boolean()) };

export const connectors = resource('connectors', 'management', {
  list: get('/connectors', { query: z.object({ target: z.optional(z.string()) }), response: z.array(connector) }),
  create: post('/connectors', {
    body: z.object({
      connectorId: text(1, 128),
      config: z.optional(jsonObject),
      id: z.optional(text(1, 128)),
      ...own,
      ...tokens,
    }),
    response: connector,
    change: 'connector.created',
  }),
  get: get('/connectors/:id', { response: connector }),
  update: patch('/connectors/:id', {
    body: z.object({ config: z.optional(jsonObject), ...own, ...tokens }),
    response: connector,
    change: 'connector.updated',
  }),
  remove: del('/connectors/:id', { change: 'connector.deleted' }),
  authorizationUri: post('/connectors/:id/authorization-uri', {
    body: z.object({ state: z.string().check(z.maxLength(1024)), redirectUri: z.string().check(z.maxLength(2048)) }),
    response: z.object({ redirectTo: z.string() }),
    change: 'none',
  }),
  test: post('/connectors/:factoryId/test', {
    body: z.object({
      email: z.optional(email),
      phone: z.optional(phone),
      config: jsonObject,
      locale: z.optional(text(1, 32)),
    }),
    change: 'none',
    limited: true,
  }),
});

export const connectorFactories = resource('connector-factories', 'management', {
  list: get('/connector-factories', { response: z.array(connectorFactory) }),
  get: get('/connector-factories/:id', { response: connectorFactory }),
});
