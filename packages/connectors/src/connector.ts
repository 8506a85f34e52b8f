// What a connector is: facts about it, the form of its configuration, a check of that configuration, and what it does.
// It has no access to anything but what it is given.
import type { FormItem } from '@tessera/contract/connectors';
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
export type AnyConnector = MessageConnector;

export type ConnectorProblem =
  | 'general'
  | 'invalid_config'
  | 'invalid_response'
  | 'template_not_found'
  | 'authorization_failed'
  | 'rate_limit_exceeded';

/** Becomes `connector.<code>` for whoever called. */
export class ConnectorError extends Error {
  readonly code: ConnectorProblem;
  constructor(code: ConnectorProblem, options?: ErrorOptions & { message?: string }) {
    super(options?.message ?? code, options);
    this.code = code;
  }
}
