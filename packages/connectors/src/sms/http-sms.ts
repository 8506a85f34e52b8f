import { httpMessage } from '../http-message.ts';

export const httpSms = httpMessage('http-sms', 'Sms');
