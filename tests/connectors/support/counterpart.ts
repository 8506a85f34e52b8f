// A counterpart of a message provider: it accepts what the provider's documentation allows, and rejects everything else.
import type { ProviderAnswer, ProviderRequest } from '../../harness/providers.ts';

/** An accepted message, in the same words for all providers. */
export type Delivery = {
  to: string;
  from?: string | undefined;
  replyTo?: string | undefined;
  subject?: string | undefined;
  html?: string | undefined;
  text?: string | undefined;
  /** A template stored at the provider, and what fills it. */
  template?: string | undefined;
  parameters?: unknown;
};

/** A change of the configuration that the provider rejects, and what the administrator learns. */
export type Rejection = { change: object; to?: string; code: string; details: string };

export type Counterpart = {
  id: string;
  hosts: readonly string[];
  /** A working configuration without templates, unless the provider needs them. */
  config: Record<string, unknown>;
  rejections: readonly Rejection[];
  answer: (request: ProviderRequest, deliver: (delivery: Delivery) => void) => ProviderAnswer;
};

type Fields = Readonly<Record<string, unknown>>;

/** What is wrong with the fields; empty if nothing is. */
export const wrongFields = (sent: Fields, { required, optional = [] }: { required: string[]; optional?: string[] }) => [
  ...required.filter((name) => sent[name] === undefined || sent[name] === '').map((name) => `${name} is missing`),
  ...Object.keys(sent)
    .filter((name) => !required.includes(name) && !optional.includes(name))
    .map((name) => `${name} is unknown`),
];

export const isJson = ({ headers }: ProviderRequest) => /^application\/json\b/.test(headers['content-type'] ?? '');
export const isForm = ({ headers }: ProviderRequest) => headers['content-type'] === 'application/x-www-form-urlencoded';
export const jsonOf = ({ body }: ProviderRequest) => JSON.parse(body) as Record<string, unknown>;
export const formOf = ({ body }: ProviderRequest) => Object.fromEntries(new URLSearchParams(body));
export const loginOf = ({ headers }: ProviderRequest) => {
  const [scheme, value = ''] = (headers.authorization ?? '').split(' ');
  return scheme === 'Basic' ? Buffer.from(value, 'base64').toString() : undefined;
};
