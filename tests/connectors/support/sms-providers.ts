// Counterparts of Twilio, Vonage, GatewayAPI, SMS Aero and Yunpian.
import { type Counterpart, formOf, isForm, isJson, jsonOf, loginOf, wrongFields } from './counterpart.ts';

/** https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
export const twilio: Counterpart = {
  id: 'twilio-short-message-service',
  hosts: ['api.twilio.com'],
  config: { accountSID: 'AC0123', authToken: 'a-token', fromMessagingServiceSID: 'MG0123' },
  rejections: [
    {
      change: { authToken: 'wrong' },
      code: 'authorization_failed',
      details: 'The provider answered 401: 20003: Authenticate',
    },
    { change: { accountSID: 'AC9999' }, code: 'authorization_failed', details: '20003: Authenticate' },
    { change: { fromMessagingServiceSID: 'MG9999' }, code: 'general', details: '21701: The Messaging Service' },
    { change: {}, to: '49151000000429', code: 'rate_limit_exceeded', details: '20429: Too many requests' },
  ],
  answer: (request, deliver) => {
    const refuse = (status: number, code: number, message: string) => ({
      status,
      body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
    });
    if (loginOf(request) !== 'AC0123:a-token') return refuse(401, 20003, 'Authenticate');
    if (request.method !== 'POST' || request.url.pathname !== '/2010-04-01/Accounts/AC0123/Messages.json') {
      return refuse(404, 20404, 'The requested resource was not found');
    }
    if (!isForm(request)) return refuse(400, 21604, "A 'To' phone number is required.");
    const fields = formOf(request);
    const wrong = wrongFields(fields, { required: ['To', 'MessagingServiceSid', 'Body'], optional: ['RiskCheck'] });
    if (wrong.length > 0) return refuse(400, 21602, wrong.join());
    const { To = '', MessagingServiceSid, Body, RiskCheck = 'enable' } = fields;
    if (!/^\+\d{8,15}$/.test(To)) return refuse(400, 21211, `The 'To' number ${To} is not a valid phone number.`);
    if (!['enable', 'disable'].includes(RiskCheck)) return refuse(400, 21602, 'RiskCheck');
    if (MessagingServiceSid !== 'MG0123') return refuse(404, 21701, 'The Messaging Service does not exist');
    if (To.endsWith('429')) return refuse(429, 20429, 'Too many requests');
    deliver({ to: To, text: Body, parameters: { RiskCheck } });
    return { status: 201, body: { sid: 'SM1', status: 'accepted' } };
  },
};

/** https://developer.vonage.com/en/api/sms: failures have status 200. */
export const vonage: Counterpart = {
  id: 'vonage-sms',
  hosts: ['rest.nexmo.com'],
  config: { apiKey: 'abcd1234', apiSecret: 'a-secret', brandName: 'Shop' },
  rejections: [
    { change: { apiSecret: 'wrong' }, code: 'authorization_failed', details: '200: Bad Credentials' },
    { change: { brandName: 'Unknown' }, code: 'general', details: '200: Illegal Sender Address - rejected' },
    { change: {}, to: '49151000000429', code: 'rate_limit_exceeded', details: '200: Throughput Rate Exceeded' },
  ],
  answer: (request, deliver) => {
    const refuse = (status: string, text: string) => ({
      body: { 'message-count': '1', messages: [{ status, 'error-text': text }] },
    });
    if (request.method !== 'POST' || request.url.pathname !== '/sms/json') return { status: 404, body: '' };
    if (!isForm(request)) return refuse('2', 'Missing api_key');
    const fields = formOf(request);
    const { api_key: key, api_secret: secret, from, to = '', text = '', type } = fields;
    if (key !== 'abcd1234' || secret !== 'a-secret') return refuse('4', 'Bad Credentials');
    const wrong = wrongFields(fields, {
      required: ['api_key', 'api_secret', 'from', 'to', 'text'],
      optional: ['type'],
    });
    if (wrong.length > 0) return refuse('2', wrong.join());
    if (!/^\d{8,15}$/.test(to)) return refuse('3', 'Your request is incomplete: invalid to');
    if (from !== 'Shop') return refuse('15', 'Illegal Sender Address - rejected');
    if (to.endsWith('429')) return refuse('1', 'Throughput Rate Exceeded');
    if (type !== 'unicode' && /\p{Script=Arabic}/u.test(text)) return refuse('3', 'Characters outside of the alphabet');
    deliver({ to, from, text });
    return { body: { 'message-count': '1', messages: [{ to, 'message-id': 'm', status: '0' }] } };
  },
};

/** https://gatewayapi.com/docs/apis/rest/ */
export const gatewayapi: Counterpart = {
  id: 'gatewayapi-sms',
  hosts: ['gatewayapi.com'],
  config: { endpoint: 'https://gatewayapi.com/rest/mtsms', apiToken: 'a-token', sender: 'Shop' },
  rejections: [
    { change: { apiToken: 'wrong' }, code: 'authorization_failed', details: '401: 0x0213: Unauthorized' },
    {
      change: { sender: 'A sender that is too long' },
      code: 'general',
      details: 'The provider answered 422: 0x0306: Invalid sender',
    },
  ],
  answer: (request, deliver) => {
    const refuse = (status: number, code: string, message: string) => ({
      status,
      body: { code, incident_uuid: 'd8127429', message, variables: null },
    });
    if (loginOf(request) !== 'a-token:') return refuse(401, '0x0213', 'Unauthorized IP address or invalid API key');
    if (request.method !== 'POST' || request.url.pathname !== '/rest/mtsms') return refuse(404, '0x0212', 'Not found');
    if (!isJson(request)) return refuse(415, '0x0202', 'Unsupported content type');
    const sent = jsonOf(request);
    const wrong = wrongFields(sent, { required: ['message', 'recipients'], optional: ['sender', 'encoding'] });
    const [recipient = {}] = sent.recipients as { msisdn?: unknown }[];
    wrong.push(...wrongFields(recipient, { required: ['msisdn'] }));
    if (wrong.length > 0) return refuse(400, '0x0216', wrong.join());
    const [to, text, sender] = [String(recipient.msisdn), String(sent.message), String(sent.sender)];
    if (!/^\d{8,15}$/.test(to)) return refuse(422, '0x0308', 'Invalid msisdn');
    if (sender.length > 11 && !/^\d{1,15}$/.test(sender)) return refuse(422, '0x0306', 'Invalid sender');
    if (sent.encoding !== 'UCS2' && /\p{Script=Arabic}/u.test(text)) return refuse(422, '0x0307', 'Invalid encoding');
    deliver({ to, from: sender, text });
    return { body: { ids: [421332671], usage: { countries: { DE: 1 }, currency: 'EUR', total_cost: 0.05 } } };
  },
};

/** https://smsaero.ru/integration/documentation/api/ */
export const smsaero: Counterpart = {
  id: 'smsaero-short-message-service',
  hosts: ['gate.smsaero.ru'],
  config: { email: 'owner@example.com', apiKey: 'a-key', senderName: 'Shop' },
  rejections: [
    {
      change: { apiKey: 'wrong' },
      code: 'authorization_failed',
      details: 'The provider answered 401: Your request was made with invalid credentials.',
    },
    { change: { senderName: 'Unknown' }, code: 'general', details: '200: Sign is not allowed' },
  ],
  answer: (request, deliver) => {
    const refuse = (status: number, message: string) => ({ status, body: { success: false, data: null, message } });
    if (loginOf(request) !== 'owner@example.com:a-key') {
      return refuse(401, 'Your request was made with invalid credentials.');
    }
    if (request.method !== 'POST' || request.url.pathname !== '/v2/sms/send') return refuse(404, 'Page not found.');
    if (!isJson(request)) return refuse(400, 'Validation error.');
    const sent = jsonOf(request);
    const wrong = wrongFields(sent, { required: ['number', 'sign', 'text'] });
    if (wrong.length > 0) return refuse(400, `Validation error. ${wrong.join()}`);
    if (!/^\d{8,15}$/.test(String(sent.number))) return refuse(400, 'Validation error. number');
    if (sent.sign !== 'Shop') return refuse(200, 'Sign is not allowed');
    deliver({ to: String(sent.number), from: String(sent.sign), text: String(sent.text) });
    return { body: { success: true, data: { id: 1, status: 0 }, message: null } };
  },
};

/** https://www.yunpian.com/official/document/sms/en/domestic_single_send */
export const yunpian: Counterpart = {
  id: 'yunpian-sms',
  hosts: ['sms.yunpian.com'],
  config: { apikey: 'a-key', enableInternational: true },
  rejections: [
    { change: { apikey: 'wrong' }, code: 'authorization_failed', details: '400: 非法的apikey' },
    {
      change: { enableInternational: false, unsupportedCountriesMsg: 'Only Chinese numbers' },
      code: 'general',
      details: 'Only Chinese numbers',
    },
    {
      change: {},
      to: '8613800000429',
      code: 'rate_limit_exceeded',
      details: '400: 同一手机号30秒内重复提交相同的内容',
    },
  ],
  answer: (request, deliver) => {
    const refuse = (code: number, msg: string) => ({
      status: 400,
      body: { http_status_code: 400, code, msg, detail: msg },
    });
    if (request.method !== 'POST' || request.url.pathname !== '/v2/sms/single_send.json')
      return { status: 404, body: '' };
    const { accept, 'content-type': type } = request.headers;
    const isDocumented =
      accept === 'application/json;charset=utf-8' && type === 'application/x-www-form-urlencoded;charset=utf-8';
    if (!isDocumented) return refuse(1, '请求参数缺失');
    const fields = formOf(request);
    if (fields.apikey !== 'a-key') return refuse(-1, '非法的apikey');
    const wrong = wrongFields(fields, { required: ['apikey', 'mobile', 'text'] });
    if (wrong.length > 0) return refuse(2, wrong.join());
    const { mobile = '', text } = fields;
    if (!/^1[3-9]\d{9}$|^\+(?!86)\d{8,15}$/.test(mobile)) return refuse(2, '手机号格式不正确');
    if (mobile.endsWith('429')) return refuse(8, '同一手机号30秒内重复提交相同的内容');
    deliver({ to: mobile, text });
    return { body: { code: 0, msg: '发送成功', count: 1, fee: 0.05, unit: 'RMB', mobile, sid: 1 } };
  },
};
