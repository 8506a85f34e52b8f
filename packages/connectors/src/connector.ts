// The connector interface: metadata, configuration form and schema, and its behavior. A connector can only use the
// tools it is given.
import type { Socket } from 'node:net';
import type { ConnectorPlatform, ConnectorProtocol, FormItem } from '@tessera/contract/connectors';
import type { TemplateDetails, TemplateType } from '@tessera/contract/messages';
import type { $ZodType } from 'zod/v4/core';
import type { ApplicationTokens } from './application-tokens.ts';
import type { KeySets } from './key-sets.ts';

export type MessagePayload = { code?: string; link?: string; [name: string]: unknown };
/** A composed message. An email has a subject and at least one of the contents; an SMS has only `text`. */
export type Content = { subject: string; html?: string; text?: string };
/** Changes to the look of the default email. */
export type DefaultLook = { logoUrl?: string | undefined; footer?: string | undefined };
export type Message = {
  to: string;
  type: TemplateType;
  payload: MessagePayload;
  /** Preferred first, each followed by its base language; English is last. */
  languages: readonly string[];
  /** A template of the tenant that takes precedence over the configuration. */
  template?: TemplateDetails;
  /** The default text in the reader's language, for when neither the tenant nor the configuration has a template. */
  defaultContent: (look?: DefaultLook) => Content;
};

/** The only network access: a checked request, and a connection to a checked mail server. */
export type ConnectorTools = {
  fetch: (
    url: string,
    request: { method?: string; headers?: Record<string, string>; body?: string; timeoutMs?: number },
  ) => Promise<{ status: number; body: Buffer }>;
  connectToMailServer: (host: string, port: number, timeoutMs: number) => Promise<Socket>;
  /** Keys of providers, kept between sign-ins. */
  keySets: KeySets;
  /** Tokens that applications get from providers, kept as long as the provider says. */
  applicationTokens: ApplicationTokens;
  now: () => number;
  /** An unguessable text of 43 letters and digits. */
  random: () => string;
  /** Sends through the operator's mail server; undefined if there is none. */
  sendByOperator?: ((mail: OperatorMail) => Promise<void>) | undefined;
};
/** For connectors that aren't built in, which have their text composed by the server. */
export type MessageTools = ConnectorTools & {
  compose: (message: Message, options?: ComposeOptions) => ComposedMessage;
};
export type ComposeOptions = {
  /** Of the configuration. */
  templates?: readonly ConnectorTemplate[] | undefined;
  /** The sender of email, with or without a name. */
  from?: string | undefined;
};
export type ConnectorTemplate = {
  usageType: string;
  languageTag?: string | undefined;
  subject?: string | undefined;
  content: string;
  contentType?: 'text/plain' | 'text/html' | undefined;
};
/** An SMS has only `text`; a template of the tenant may change the sender of an email. */
export type ComposedMessage = Partial<Content> & { from?: string; replyTo?: string };
export type OperatorMail = Content & { to: string; senderName?: string | undefined };

type Facts = {
  id: string;
  target: string;
  logo: string;
  /** Where the other one would be hard to see. */
  logoDark?: string;
  /** Form labels and connector name; only for connectors that are not built in. */
  name?: { en: string; [language: string]: string };
  description?: { en: string; [language: string]: string };
  /** The setup guide, in Markdown; only for connectors that are not built in. */
  readme?: string;
  /** Where its texts are, if not under its ID. */
  textId?: string;
  /** Set up by the operator, for a trial or a demonstration: tenants can't create, read or change it. */
  isDemo?: boolean;
  formItems: readonly (Omit<FormItem, 'label'> & { label?: string })[];
  config: $ZodType;
};
export type MessageConnector = Facts & {
  type: 'Email' | 'Sms';
  /** Set if the provider composes messages itself: all of them, or those for which the tenant has no template. */
  ownText?: (config: unknown) => 'always' | 'without-template' | undefined;
  /** Adds defaults to the configuration of a new connector. Existing ones stay as they are. */
  completeNew?: (config: unknown) => unknown;
  /** `config` is the parsed configuration without unknown keys, here and below. */
  send: (message: Message, config: unknown, tools: MessageTools) => Promise<void>;
};

/** A user as the provider describes them. Addresses count only if the provider says they are verified. */
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
/** Tokens issued by the provider, stored if the tenant enables it. */
export type TokenSet = {
  accessToken: string;
  refreshToken?: string | undefined;
  scope?: string | undefined;
  tokenType?: string | undefined;
  /** In seconds. */
  expiresIn?: number | string | undefined;
};
/** State the connector needs when the user returns; stored in the interaction, never sent out. */
export type SocialSession = Record<string, unknown>;
/** The authorization request, without anything the application said about the user. */
export type AuthorizationRequest = {
  state: string;
  redirectUri: string;
  scope?: string;
  /** Whether `session` is kept until the user returns; the Management API can't. */
  keepsSession: boolean;
  /** The browser's. */
  userAgent?: string;
};
export type Authorization = { uri: string; session?: SocialSession };
/** The provider's response from the query or a form, together with the request's data. */
export type AuthorizationAnswer = {
  data: Readonly<Record<string, unknown>>;
  redirectUri: string;
  session: SocialSession;
  /** Whether the tokens are stored. */
  keepsTokens: boolean;
};
/** A proof that may be accepted once, until this time in milliseconds. */
export type OneTime = { key: string; until: number };
/** Google One Tap settings. */
export type OneTap = { clientId: string; autoSelect?: boolean; closeOnTapOutside?: boolean; itpSupport?: boolean };

export type SocialConnector = Facts & {
  type: 'Social';
  platform: ConnectorPlatform;
  protocol?: ConnectorProtocol;
  /** Implements a protocol: can be set up several times, each with its own name, logos and target. */
  isStandard?: boolean;
  authorize: (request: AuthorizationRequest, config: unknown, tools: ConnectorTools) => Promise<Authorization>;
  /** Asks the provider who signed in. An unsolicited credential has to be `oneTime`. */
  identify: (
    answer: AuthorizationAnswer,
    config: unknown,
    tools: ConnectorTools,
  ) => Promise<SocialUser & { tokens?: TokenSet; oneTime?: OneTime }>;
  /**
   * Only if tokens can be stored: refreshes them. `authorization_failed` means the provider refuses; any other error
   * means it could not be reached.
   */
  renewTokens?: (refreshToken: string, config: unknown, tools: ConnectorTools) => Promise<TokenSet>;
  /** Only if users can bring an unsolicited credential. */
  oneTap?: (config: unknown) => OneTap | undefined;
};
export type AnyConnector = MessageConnector | SocialConnector;

export type ConnectorProblem =
  | 'general'
  | 'invalid_config'
  | 'invalid_response'
  | 'not_implemented'
  | 'template_not_found'
  | 'authorization_failed'
  | 'insufficient_request_parameters'
  | 'social_auth_code_invalid'
  | 'social_invalid_access_token'
  | 'social_invalid_id_token'
  | 'rate_limit_exceeded';

/** Reported to the caller as `connector.<code>`. */
export class ConnectorError extends Error {
  readonly code: ConnectorProblem;
  constructor(code: ConnectorProblem, options?: ErrorOptions & { message?: string }) {
    super(options?.message ?? code, options);
    this.code = code;
  }
}
