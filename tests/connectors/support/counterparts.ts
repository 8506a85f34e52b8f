// All counterparts of message providers with a fixed host.
import type { Providers } from '../../harness/providers.ts';
import { alibabaMail, alibabaSms } from './alibaba.ts';
import { aws } from './aws.ts';
import type { Counterpart, Delivery } from './counterpart.ts';
import { mailgun, postmark, sendgrid } from './email-providers.ts';
import { gatewayapi, smsaero, twilio, vonage, yunpian } from './sms-providers.ts';
import { tencent } from './tencent.ts';
import { tesseraEmail } from './tessera.ts';

export const emailCounterparts: readonly Counterpart[] = [aws, sendgrid, alibabaMail, mailgun, postmark, tesseraEmail];
export const smsCounterparts: readonly Counterpart[] = [
  ...[twilio, alibabaSms, tencent, vonage, gatewayapi, smsaero, yunpian],
];
export const counterparts: readonly Counterpart[] = [...emailCounterparts, ...smsCounterparts];

/** Lets the providers answer; returns what they accept. */
export const listen = (providers: Providers, all: readonly Counterpart[]): Delivery[] => {
  const deliveries: Delivery[] = [];
  for (const { hosts, answer } of all) {
    for (const host of hosts) {
      providers.on(host, (request) => answer(request, (delivery) => deliveries.push(delivery)));
    }
  }
  return deliveries;
};
