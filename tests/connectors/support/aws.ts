// Amazon SES: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html and
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHash, createHmac } from 'node:crypto';
import type { ProviderRequest } from '../../harness/providers.ts';
import { type Counterpart, isJson, jsonOf, wrongFields } from './counterpart.ts';

const region = 'eu-central-1';
const key = { id: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();

const signatureProblem = ({ headers, method, url, body }: ProviderRequest): string | undefined => {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/ses\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const [, id, date = '', inRegion = '', signed = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (!id) return 'Missing Authentication Token';
  if (id !== key.id) return 'The security token included in the request is invalid.';
  const names = signed.split(';');
  const time = String(headers['x-amz-date']);
  if (!names.includes('host') || !names.includes('x-amz-date')) return "'Host' must be a 'SignedHeader'";
  const sentAt = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - sentAt) < 300_000) || !time.startsWith(date)) return 'Signature expired';
  if (inRegion !== region) return 'Credential should be scoped to a valid region';
  const canonicalHeaders = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = [method, url.pathname, url.search.slice(1), canonicalHeaders, signed, hash(body)].join('\n');
  const scope = `${date}/${region}/ses/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');
  const signingKey = [region, 'ses', 'aws4_request'].reduce(hmac, hmac(`AWS4${key.secret}`, date));
  if (hmac(signingKey, text).toString('hex') === signature) return undefined;
  return 'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key.';
};

type Part = { Data: string; Charset?: string };
type Simple = { Subject: Part; Body: { Html?: Part; Text?: Part } };

export const aws: Counterpart = {
  id: 'aws-ses-mail',
  hosts: [`email.${region}.amazonaws.com`],
  config: {
    accessKeyId: key.id,
    accessKeySecret: key.secret,
    region,
    emailAddress: 'Shop <shop@example.com>',
    configurationSetName: 'codes',
  },
  rejections: [
    {
      change: { accessKeySecret: 'wrong' },
      code: 'authorization_failed',
      details: 'The provider answered 403: The request signature we calculated does not match',
    },
    { change: { accessKeyId: 'AKIAWRONG' }, code: 'authorization_failed', details: 'The security token included' },
    {
      change: { emailAddress: 'other@example.com' },
      code: 'general',
      details: 'The provider answered 400: Email address is not verified.',
    },
    {
      change: { configurationSetName: 'unknown' },
      code: 'general',
      details: 'Configuration set unknown does not exist',
    },
  ],
  answer: (request, deliver) => {
    const refuse = (status: number, message: string) => ({ status, body: { message } });
    if (request.method !== 'POST' || request.url.pathname !== '/v2/email/outbound-emails')
      return refuse(404, 'Not found');
    const problem = signatureProblem(request);
    if (problem) return refuse(403, problem);
    if (!isJson(request)) return refuse(415, 'Unsupported media type');
    const sent = jsonOf(request);
    const wrong = wrongFields(sent, {
      required: ['Content'],
      optional: [
        ...['FromEmailAddress', 'FromEmailAddressIdentityArn', 'Destination', 'ReplyToAddresses'],
        ...['FeedbackForwardingEmailAddress', 'FeedbackForwardingEmailAddressIdentityArn', 'ConfigurationSetName'],
      ],
    });
    if (wrong.length > 0) return refuse(400, wrong.join());
    const from = String(sent.FromEmailAddress);
    if (!/(^|<)shop@example\.com>?$/.test(from)) {
      return refuse(
        400,
        'Email address is not verified. The following identities failed the check in region EU-CENTRAL-1',
      );
    }
    if (!/^[\x20-\x7e]*$/.test(from)) return refuse(400, 'Missing final @domain');
    if (sent.ConfigurationSetName !== 'codes') {
      return refuse(404, `Configuration set ${sent.ConfigurationSetName} does not exist.`);
    }
    const { Subject, Body } = (sent.Content as { Simple: Simple }).Simple;
    const [to = ''] = (sent.Destination as { ToAddresses: string[] }).ToAddresses;
    const [replyTo] = (sent.ReplyToAddresses ?? []) as string[];
    deliver({ to, from, replyTo, subject: Subject.Data, html: Body.Html?.Data, text: Body.Text?.Data });
    return { body: { MessageId: '0100018' } };
  },
};
