// What a provider of enterprise sign-in is to us: the check of its configuration, the way to it, and what it says of
// those who come back.
import type {
  Authorization,
  AuthorizationAnswer,
  AuthorizationRequest,
  ConnectorTools,
  TokenSet,
} from '@tessera/connectors/connector';
import type { $ZodType } from 'zod/v4/core';
import type { KnownElsewhere } from '../connectors/social-connector.ts';
import { openIdConnect } from './openid-connect.ts';

export type SsoProvider = {
  config: $ZodType;
  /** Together with the subject this is who somebody is. */
  issuer: (config: unknown) => string;
  authorize: (request: AuthorizationRequest, config: unknown, tools: ConnectorTools) => Promise<Authorization>;
  identify: (
    answer: AuthorizationAnswer,
    config: unknown,
    tools: ConnectorTools & { now: () => number },
  ) => Promise<{ user: KnownElsewhere; tokens: TokenSet }>;
  renewTokens: (refreshToken: string, config: unknown, tools: ConnectorTools) => Promise<TokenSet>;
};

/** Those that can be used; a connector of another kind is as good as not configured. */
export const ssoProviders: Readonly<Record<string, SsoProvider>> = { OIDC: openIdConnect };
