// What a connector is: facts about it, the form of its configuration, a check of that configuration, and what it does.
// It has no access to anything but what it is given.
import type { ConnectorPlatform, FormItem } from '@tessera/contract/connectors';
import type { TemplateDetails, TemplateType } from '@tessera/contract/messages';
import type { $ZodType } from 'zod/v4/core';

export type MessagePayload = { code?: string; link?: string; [name: string]: unknown };
export type Message = {
  to: string;
  type: TemplateType;
  payload: MessagePayload;
  /** A template of the tenant that comes before those of the configuration. */
  template?: TemplateDetails;
};

/** The only ways out: a checked request, and the checked address of a host. */
export type ConnectorTools = {
  fetch: (
    url: string,
    request: { method?: string; headers?: Record<string, string>; body?: string },
  ) => Promise<{ status: number; body: Buffer }>;
  resolve: (host: string) => Promise<string>;
};

type Facts = {
  id: string;
  target: string;
  logo: string;
  logoDark?: string;
  /** Labels of the form and name of the connector: only for those that do not come with the product. */
  name?: { en: string; [language: string]: string };
  description?: { en: string; [language: string]: string };
  formItems: readonly (Omit<FormItem, 'label'> & { label?: string })[];
  config: $ZodType;
};
export type MessageConnector = Facts & {
  type: 'Email' | 'Sms';
  send: (message: Message, config: unknown, tools: ConnectorTools) => Promise<void>;
};

/** Somebody as the other side describes them. An address counts only if the other side says that it was verified. */
export type SocialUser = {
  id: string;
  email?: string;
  isEmailVerified?: boolean;
  phone?: string;
  isPhoneVerified?: boolean;
  name?: string;
  avatar?: string;
  rawData?: unknown;
};
/** What the other side issued for somebody, kept for them where the tenant wants that. */
export type TokenSet = {
  accessToken: string;
  refreshToken?: string | undefined;
  scope?: string | undefined;
  tokenType?: string | undefined;
  /** In seconds. */
  expiresIn?: number | string | undefined;
};
/** What the connector wants to find again when the person comes back; kept in the person's interaction, never sent out. */
export type SocialSession = Record<string, unknown>;
/** All that a connector learns of a sign-in: nothing that the application said about the person. */
export type AuthorizationRequest = { state: string; redirectUri: string; scope?: string };
export type Authorization = { uri: string; session?: SocialSession };
/** What the other side sent back, by the query or a form, beside what was asked. */
export type AuthorizationAnswer = {
  data: Readonly<Record<string, unknown>>;
  redirectUri: string;
  session: SocialSession;
};
/** Settings of the button that Google draws over a page. */
export type OneTap = { clientId: string; autoSelect?: boolean; closeOnTapOutside?: boolean; itpSupport?: boolean };

export type SocialConnector = Facts & {
  type: 'Social';
  platform: ConnectorPlatform;
  /** Speaks a protocol: can be set up many times, each with a name, logos and a target of its own. */
  isStandard?: boolean;
  authorize: (request: AuthorizationRequest, config: unknown, tools: ConnectorTools) => Promise<Authorization>;
  /** Asks the other side who came back. */
  identify: (
    answer: AuthorizationAnswer,
    config: unknown,
    tools: ConnectorTools,
  ) => Promise<SocialUser & { tokens?: TokenSet }>;
  /**
   * Only where tokens can be kept: asks for new ones. `authorization_failed` means that the other side gives none any
   * more; any other error, that it could not be asked.
   */
  renewTokens?: (refreshToken: string, config: unknown, tools: ConnectorTools) => Promise<TokenSet>;
  /** Only where people may also bring a credential that was issued without our asking. */
  oneTap?: (config: unknown) => OneTap | undefined;
};
export type AnyConnector = MessageConnector | SocialConnector;

export type ConnectorProblem =
  | 'general'
  | 'invalid_config'
  | 'invalid_response'
  | 'template_not_found'
  | 'authorization_failed'
  | 'insufficient_request_parameters'
  | 'social_auth_code_invalid'
  | 'social_invalid_access_token'
  | 'social_invalid_id_token'
  | 'rate_limit_exceeded';

/** Becomes `connector.<code>` for whoever called. */
export class ConnectorError extends Error {
  readonly code: ConnectorProblem;
  constructor(code: ConnectorProblem, options?: ErrorOptions & { message?: string }) {
    super(options?.message ?? code, options);
    this.code = code;
  }
}
