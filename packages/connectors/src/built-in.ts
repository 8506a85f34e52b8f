// The connectors that come with the product.
import type { AnyConnector } from './connector.ts';
import { httpMessage } from './http-message.ts';
import { simpleMailTransferProtocol } from './simple-mail-transfer-protocol.ts';

export const builtInConnectors: readonly AnyConnector[] = [
  simpleMailTransferProtocol,
  httpMessage('http-email', 'Email'),
  httpMessage('http-sms', 'Sms'),
];
