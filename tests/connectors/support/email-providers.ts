// Counterparts of SendGrid, Mailgun and Postmark.
import { type Counterpart, formOf, isForm, isJson, jsonOf, loginOf, wrongFields } from './counterpart.ts';

type Address = { email: string; name?: string };
const written = (address?: Address) => address && (address.name ? `${address.name} <${address.email}>` : address.email);

/** https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
export const sendgrid: Counterpart = {
  id: 'sendgrid-email-service',
  hosts: ['api.sendgrid.com'],
  config: { apiKey: 'SG.example', fromEmail: 'shop@example.com', fromName: 'Shop' },
  rejections: [
    {
      change: { apiKey: 'SG.wrong' },
      code: 'authorization_failed',
      details: 'The provider answered 401: The provided authorization grant is invalid',
    },
    {
      change: { fromEmail: 'other@example.com' },
      code: 'authorization_failed',
      details: 'The provider answered 403: The from address does not match a verified Sender Identity',
    },
  ],
  answer: (request, deliver) => {
    const refuse = (status: number, message: string, field: string | null = null) => ({
      status,
      body: { errors: [{ message, field, help: null }] },
    });
    if (request.method !== 'POST' || request.url.pathname !== '/v3/mail/send') return refuse(404, 'Not found');
    if (request.headers.authorization !== 'Bearer SG.example') {
      return refuse(401, 'The provided authorization grant is invalid, expired, or revoked');
    }
    if (!isJson(request)) return refuse(415, 'Content-Type should be application/json.');
    const sent = jsonOf(request);
    const wrong = wrongFields(sent, {
      required: ['personalizations', 'from', 'subject', 'content'],
      optional: ['reply_to'],
    });
    const people = sent.personalizations as { to: Address[] }[];
    // A name belongs to the sender, not to the recipient.
    wrong.push(...wrongFields({ ...people[0] }, { required: ['to'] }));
    wrong.push(...people.flatMap(({ to }) => to.flatMap((one) => wrongFields(one, { required: ['email'] }))));
    const content = sent.content as { type: string; value: string }[];
    if (content.length === 0 || content.some(({ value }) => !value)) wrong.push('The content value must be a string');
    const types = content.map(({ type }) => type).join();
    if (!['text/plain', 'text/html', 'text/plain,text/html'].includes(types)) wrong.push('text/plain must be first');
    if (wrong.length > 0) return refuse(400, wrong.join());
    const from = sent.from as Address;
    if (from.email !== 'shop@example.com') {
      return refuse(403, 'The from address does not match a verified Sender Identity.', 'from');
    }
    const partOf = (type: string) => content.find((one) => one.type === type)?.value;
    deliver({
      to: people[0]?.to[0]?.email ?? '',
      from: written(from),
      replyTo: written(sent.reply_to as Address | undefined),
      subject: String(sent.subject),
      html: partOf('text/html'),
      text: partOf('text/plain'),
    });
    return { status: 202, body: '' };
  },
};

/** https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages */
export const mailgun: Counterpart = {
  id: 'mailgun-email',
  hosts: ['api.eu.mailgun.net'],
  config: {
    endpoint: 'https://api.eu.mailgun.net',
    domain: 'mail.example.com',
    apiKey: 'key-example',
    from: 'Shop <shop@mail.example.com>',
  },
  rejections: [
    { change: { apiKey: 'key-wrong' }, code: 'authorization_failed', details: 'The provider answered 401' },
    {
      change: { domain: 'other.example.com' },
      code: 'general',
      details: 'The provider answered 404: Domain not found: other.example.com',
    },
    {
      change: { deliveries: { Generic: { template: 'unknown' } } },
      code: 'general',
      details: 'The provider answered 400: template unknown not found',
    },
  ],
  answer: (request, deliver) => {
    if (loginOf(request) !== 'api:key-example') return { status: 401, body: 'Forbidden' };
    const refuse = (status: number, message: string) => ({ status, body: { message } });
    const [, version, domain, resource] = request.url.pathname.split('/');
    if (request.method !== 'POST' || version !== 'v3' || resource !== 'messages') return refuse(404, 'Not found');
    if (domain !== 'mail.example.com') return refuse(404, `Domain not found: ${domain}`);
    if (!isForm(request)) return refuse(400, 'from parameter is missing');
    const fields = formOf(request);
    const optional = ['subject', 'html', 'text', 'template', 'h:Reply-To', 'h:X-Mailgun-Variables'];
    const wrong = wrongFields(fields, { required: ['from', 'to'], optional });
    if (!fields.html && !fields.text && !fields.template)
      wrong.push("Need at least one of 'text' or 'html' parameters");
    if (wrong.length > 0) return refuse(400, wrong.join());
    if (fields.template === 'unknown') return refuse(400, `template ${fields.template} not found`);
    const { from, to = '', subject, html, text, template, 'h:Reply-To': replyTo } = fields;
    const variables = fields['h:X-Mailgun-Variables'];
    const parameters = variables === undefined ? undefined : JSON.parse(variables);
    deliver({ to, from, replyTo, subject, html, text, template, parameters });
    return { body: { id: '<1@mail.example.com>', message: 'Queued. Thank you.' } };
  },
};

/** https://postmarkapp.com/developer/api/email-api and https://postmarkapp.com/developer/api/templates-api */
export const postmark: Counterpart = {
  id: 'postmark-mail',
  hosts: ['api.postmarkapp.com'],
  config: { serverToken: 'a-server-token', fromEmail: 'Shop <shop@example.com>' },
  rejections: [
    {
      change: { serverToken: 'wrong' },
      code: 'authorization_failed',
      details: 'The provider answered 401: Request does not contain a valid Server token.',
    },
    {
      change: { fromEmail: 'other@example.com' },
      code: 'general',
      details: 'The provider answered 422: The From address you supplied (other@example.com) is not a Sender Signature',
    },
    {
      change: { templates: [{ usageType: 'Generic', templateAlias: 'unknown' }] },
      code: 'general',
      details: "The provider answered 422: The Template's alias associated with this request is not valid",
    },
  ],
  answer: (request, deliver) => {
    const refuse = (status: number, ErrorCode: number, Message: string) => ({ status, body: { ErrorCode, Message } });
    const { headers, method, url } = request;
    if (!isJson(request) || headers.accept !== 'application/json') return { status: 415, body: '' };
    if (headers['x-postmark-server-token'] !== 'a-server-token') {
      return refuse(401, 10, 'Request does not contain a valid Server token.');
    }
    const isStored = url.pathname === '/email/withTemplate';
    if (method !== 'POST' || (!isStored && url.pathname !== '/email')) return refuse(404, 0, 'Not found');
    const sent = jsonOf(request) as Record<string, string>;
    const wrong = isStored
      ? wrongFields(sent, { required: ['From', 'To', 'TemplateAlias', 'TemplateModel'] })
      : wrongFields(sent, { required: ['From', 'To', 'Subject'], optional: ['ReplyTo', 'HtmlBody', 'TextBody'] });
    if (wrong.length > 0) return refuse(422, 402, wrong.join());
    const { From = '', To = '', Subject, HtmlBody, TextBody, ReplyTo, TemplateAlias, TemplateModel } = sent;
    if (!From.includes('shop@example.com')) {
      return refuse(422, 400, `The From address you supplied (${From}) is not a Sender Signature on your account.`);
    }
    if (TemplateAlias === 'unknown') {
      return refuse(422, 1101, "The Template's alias associated with this request is not valid or was not found.");
    }
    const stored = { template: TemplateAlias, parameters: TemplateModel };
    deliver({ to: To, from: From, replyTo: ReplyTo, subject: Subject, html: HtmlBody, text: TextBody, ...stored });
    return { body: { To, SubmittedAt: '2026-01-01T00:00:00Z', MessageID: 'm', ErrorCode: 0, Message: 'OK' } };
  },
};
