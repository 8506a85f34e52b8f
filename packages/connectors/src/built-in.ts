// The built-in connectors.
import type { AnyConnector } from './connector.ts';
import { aliyunDirectMail } from './email/aliyun-direct-mail.ts';
import { awsSesMail } from './email/aws-ses-mail.ts';
import { httpEmail } from './email/http-email.ts';
import { mailgunEmail } from './email/mailgun-email.ts';
import { postmarkMail } from './email/postmark-mail.ts';
import { sendgridEmailService } from './email/sendgrid-email-service.ts';
import { simpleMailTransferProtocol } from './email/simple-mail-transfer-protocol.ts';
import { tesseraEmail } from './email/tessera-email.ts';
import { aliyunShortMessageService } from './sms/aliyun-short-message-service.ts';
import { gatewayapiSms } from './sms/gatewayapi-sms.ts';
import { httpSms } from './sms/http-sms.ts';
import { smsaeroShortMessageService } from './sms/smsaero-short-message-service.ts';
import { tencentShortMessageService } from './sms/tencent-short-message-service.ts';
import { tesseraSms } from './sms/tessera-sms.ts';
import { twilioShortMessageService } from './sms/twilio-short-message-service.ts';
import { vonageSms } from './sms/vonage-sms.ts';
import { yunpianSms } from './sms/yunpian-sms.ts';
import { socialDemo } from './social/social-demo.ts';
import { socialConnectors } from './social-connectors.ts';

const emailConnectors: readonly AnyConnector[] = [
  awsSesMail,
  sendgridEmailService,
  aliyunDirectMail,
  mailgunEmail,
  postmarkMail,
  simpleMailTransferProtocol,
  httpEmail,
];
const smsConnectors: readonly AnyConnector[] = [
  twilioShortMessageService,
  aliyunShortMessageService,
  tencentShortMessageService,
  vonageSms,
  gatewayapiSms,
  smsaeroShortMessageService,
  yunpianSms,
  httpSms,
];

export const builtInConnectors: readonly AnyConnector[] = [...emailConnectors, ...smsConnectors, ...socialConnectors];

/** Connectors whose IDs have the operator's namespace. */
export const namespacedConnectors = (namespace: string): readonly AnyConnector[] => [
  tesseraEmail(namespace),
  tesseraSms(namespace),
  socialDemo(namespace),
];
