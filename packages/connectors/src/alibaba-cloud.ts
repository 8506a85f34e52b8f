// Signed calls to Alibaba Cloud: https://www.alibabacloud.com/help/en/sdk/product-overview/rpc-mechanism
import { createHmac } from 'node:crypto';
import type { ConnectorTools } from './connector.ts';
import { formRequest, post, type Reason, textIn } from './provider.ts';

type Fields = Readonly<Record<string, string>>;

/** Stricter than `encodeURIComponent`, by RFC 3986. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

export const signAlibaba = (method: 'GET' | 'POST', fields: Fields, secret: string): string => {
  const pairs = Object.keys(fields)
    .sort()
    .map((name) => `${encode(name)}=${encode(fields[name] ?? '')}`);
  const text = `${method}&%2F&${encode(pairs.join('&'))}`;
  return createHmac('sha1', `${secret}&`).update(text).digest('base64');
};

/** Authentication problems have many codes: `InvalidAccessKeyId.NotFound`, `SignatureDoesNotMatch`, `Forbidden.RAM`. */
const aboutAccess = /^(InvalidAccessKey|SignatureDoesNotMatch|IncompleteSignature|Forbidden|NoPermission|isp\.RAM)/;
const aboutRate = /^(Throttling|isv\.BUSINESS_LIMIT_CONTROL)/;

const reasonIn = ({ Code, Message }: Readonly<Record<string, unknown>>): Reason => {
  const code = textIn(Code) ?? '';
  // Followed by the signed text, which has the whole message.
  const [message] = (textIn(Message) ?? '').split(/\.? server string to sign/i);
  const problem = aboutAccess.test(code)
    ? 'authorization_failed'
    : aboutRate.test(code)
      ? 'rate_limit_exceeded'
      : undefined;
  return { text: [code, message].filter(Boolean).join(': '), code: problem };
};

type Service = { host: string; version: string; action: string };
type Key = { accessKeyId: string; accessKeySecret: string };

export const callAlibaba = async (
  tools: ConnectorTools,
  { host, version, action }: Service,
  { accessKeyId, accessKeySecret }: Key,
  fields: Fields,
  isSuccess: (answer: Readonly<Record<string, unknown>>) => boolean,
): Promise<void> => {
  const all = {
    ...fields,
    Action: action,
    Version: version,
    Format: 'json',
    AccessKeyId: accessKeyId,
    SignatureMethod: 'HMAC-SHA1',
    SignatureVersion: '1.0',
    SignatureNonce: tools.random(),
    Timestamp: new Date(tools.now()).toISOString().replace(/\.\d{3}Z$/, 'Z'),
  };
  const signed = { ...all, Signature: signAlibaba('POST', all, accessKeySecret) };
  await post(tools, `https://${host}/`, formRequest(signed), {
    explain: reasonIn,
    refusal: (answer) => (isSuccess(answer) ? undefined : reasonIn(answer)),
  });
};
