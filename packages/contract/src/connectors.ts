// Connectors: how a tenant's messages are sent, and external identity providers. A factory can be set up as a
// connector.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { email, jsonObject, phone, text } from './fields.ts';
import { del, get, patch, post, resource } from './kit.ts';

export const connectorTypes = ['Email', 'Sms', 'Social'] as const;
export const connectorType = z.enum(connectorTypes);
export const connectorPlatform = z.enum(['Native', 'Universal', 'Web']);
export type ConnectorPlatform = z.output<typeof connectorPlatform>;
export const connectorProtocol = z.enum(['oidc', 'oauth2', 'saml']);
export type ConnectorProtocol = z.output<typeof connectorProtocol>;

/** Localized text; English is required. */
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
  protocol: z.optional(connectorProtocol),
  formItems: z.optional(z.array(formItem)),
  isStandard: z.optional(z.boolean()),
  isTokenStorageSupported: z.optional(z.boolean()),
  isDemo: z.optional(z.boolean()),
};
export const connectorFactory = z.object({ id: z.string(), ...described });
export type ConnectorFactory = z.output<typeof connectorFactory>;

/** An entry is secret unless the connector's form has a non-confidential field for it. */
export const isSecretEntry = ({ formItems = [] }: Pick<ConnectorFactory, 'formItems'>, name: string): boolean =>
  formItems.find(({ key }) => key === name)?.isConfidential ?? !formItems.some(({ key }) => key === name);

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
  config: secret(jsonObject, { readBy: 'managers', isSecretEntry }),
  metadata,
  syncProfile: z.boolean(),
  enableTokenStorage: z.boolean(),
});
export type Connector = z.output<typeof connector>;

export const connectorUsage = z.object({ users: z.number(), tokens: z.number() });

/** Secret as a whole where the connector is not known. */
const secretConfig = secret(jsonObject, { readBy: 'managers' });
const own = { metadata: z.optional(metadata), syncProfile: z.optional(z.boolean()) };
const tokens = { enableTokenStorage: z.optional(z.boolean()) };

export const connectors = resource('connectors', 'management', {
  list: get('/connectors', {
    query: z.object({ target: z.optional(z.string()) }),
    response: z.array(connector),
    reveals: true,
  }),
  create: post('/connectors', {
    body: z.object({
      connectorId: text(1, 128),
      config: z.optional(secretConfig),
      id: z.optional(text(1, 128)),
      ...own,
      ...tokens,
    }),
    response: connector,
    reveals: true,
    change: 'connector.created',
  }),
  get: get('/connectors/:id', {
    response: connector,
    reveals: true,
    versioned: ['config', 'metadata', 'syncProfile', 'enableTokenStorage'],
  }),
  update: patch('/connectors/:id', {
    body: z.object({ config: z.optional(secretConfig), ...own, ...tokens }),
    response: connector,
    reveals: true,
    change: 'connector.updated',
  }),
  remove: del('/connectors/:id', { change: 'connector.deleted' }),
  /** What a deletion, or a change of the provider, affects. */
  usage: get('/connectors/:id/usage', { response: connectorUsage }),
  authorizationUri: post('/connectors/:id/authorization-uri', {
    body: z.object({ state: z.string().check(z.maxLength(1024)), redirectUri: z.string().check(z.maxLength(2048)) }),
    response: z.object({ redirectTo: z.string() }),
    change: 'none',
  }),
  test: post('/connectors/:factoryId/test', {
    body: z.object({
      email: z.optional(email),
      phone: z.optional(phone),
      config: secretConfig,
      locale: z.optional(text(1, 32)),
    }),
    change: 'none',
    limits: ['attempts', 'messages'],
  }),
});

export const connectorFactories = resource('connector-factories', 'management', {
  list: get('/connector-factories', { response: z.array(connectorFactory) }),
  get: get('/connector-factories/:id', { response: connectorFactory }),
});
