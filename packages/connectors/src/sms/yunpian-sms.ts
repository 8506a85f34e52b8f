// SMS through Yunpian: https://www.yunpian.com/official/document/sms/en/domestic_single_send
import * as z from 'zod/mini';
import { credential } from '../config-fields.ts';
import { ConnectorError, type ConnectorProblem, type MessageConnector } from '../connector.ts';
import { smsLogo } from '../logos.ts';
import { composeText, textTemplates } from '../message-templates.ts';
import { internationalNumber } from '../phone.ts';
import { formRequest, post, type Reason, textIn } from '../provider.ts';

const config = z.object({
  apikey: credential,
  templates: textTemplates,
  enableInternational: z.optional(z.boolean()),
  unsupportedCountriesMsg: z.optional(z.string().check(z.maxLength(256))),
});

const unsupported = 'Only phone numbers in mainland China are supported';

/** Chinese numbers have eleven digits after the country code, as many as North American ones have with theirs. */
const chineseNumber = (to: string) => /^86(1[3-9]\d{9})$/.exec(to)?.[1];

/** Texts are Chinese, so the documentation asks for the charset. */
const headers = {
  accept: 'application/json;charset=utf-8',
  'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
};

/** https://www.yunpian.com/official/document/sms/en/returnvalue_common */
const problems: Readonly<Record<string, ConnectorProblem>> = {
  '-1': 'authorization_failed',
  '-2': 'authorization_failed',
  '-3': 'authorization_failed',
  '8': 'rate_limit_exceeded',
  '9': 'rate_limit_exceeded',
  '17': 'rate_limit_exceeded',
  '22': 'rate_limit_exceeded',
  '33': 'rate_limit_exceeded',
};
const reasonIn = ({ code, msg }: Readonly<Record<string, unknown>>): Reason => ({
  text: textIn(msg),
  code: problems[String(code)] ?? 'general',
});

export const yunpianSms: MessageConnector = {
  id: 'yunpian-sms',
  type: 'Sms',
  target: 'yunpian-sms',
  logo: smsLogo,
  formItems: [
    { key: 'apikey', type: 'Text', required: true, isConfidential: true },
    { key: 'templates', type: 'Json', defaultValue: [] },
    { key: 'enableInternational', type: 'Switch', defaultValue: false },
    {
      key: 'unsupportedCountriesMsg',
      type: 'Text',
      defaultValue: unsupported,
      showConditions: [{ targetKey: 'enableInternational', expectValue: false }],
    },
  ],
  config,
  send: async (message, given, tools) => {
    const { apikey, templates, enableInternational, unsupportedCountriesMsg } = given as z.output<typeof config>;
    const domestic = chineseNumber(message.to);
    if (!domestic && !enableInternational) {
      throw new ConnectorError('general', { message: unsupportedCountriesMsg || unsupported });
    }
    const mobile = domestic ?? internationalNumber(message.to);
    const fields = { apikey, mobile, text: composeText(message, templates) };
    await post(tools, 'https://sms.yunpian.com/v2/sms/single_send.json', formRequest(fields, headers), {
      explain: reasonIn,
      refusal: (answer) => (answer.code === 0 ? undefined : reasonIn(answer)),
    });
  },
};
