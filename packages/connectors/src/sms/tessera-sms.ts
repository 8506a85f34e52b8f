// SMS through a hosted Tessera, set up by its operator for a trial.
import type { MessageConnector } from '../connector.ts';
import { smsLogo } from '../logos.ts';
import { callService, type ServiceAccess, serviceAccess, serviceFormItems } from '../tessera-service.ts';

/** Its ID has the operator's namespace. */
export const tesseraSms = (namespace: string): MessageConnector => ({
  id: `${namespace}-sms`,
  textId: 'tessera-sms',
  type: 'Sms',
  target: `${namespace}-sms`,
  isDemo: true,
  logo: smsLogo,
  formItems: serviceFormItems.map((item) => ({ ...item, required: true })),
  config: serviceAccess,
  ownText: () => 'always',
  send: ({ to, type, payload }, given, tools) =>
    callService(tools, given as ServiceAccess, {
      path: '/services/send-sms',
      scope: 'send:sms',
      data: { to, type, payload },
    }),
});
