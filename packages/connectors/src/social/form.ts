// Fields that most social connectors share, and their rules.
import * as z from 'zod/mini';
import type { SocialConnector } from '../connector.ts';

type Field = SocialConnector['formItems'][number];

export const required = z.string().check(z.trim(), z.minLength(1));
export const optional = z.optional(z.string());

export const clientIdField: Field = { key: 'clientId', type: 'Text', required: true };
export const clientSecretField: Field = { key: 'clientSecret', type: 'Text', required: true, isConfidential: true };
export const scopeField: Field = { key: 'scope', type: 'MultilineText' };

/** Client ID, client secret and scopes, which most providers need. */
export const clientFields: readonly Field[] = [clientIdField, clientSecretField, scopeField];
export const clientConfig = z.object({ clientId: required, clientSecret: required, scope: optional });
export type ClientConfig = z.output<typeof clientConfig>;

/** A neutral mark. */
export const logo =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="%236b7280" stroke-width="2" stroke-linecap="round"%3E%3Ccircle cx="12" cy="8" r="4"/%3E%3Cpath d="M4 21c1-4 4.500-6 8-6s7 2 8 6"/%3E%3C/svg%3E';
