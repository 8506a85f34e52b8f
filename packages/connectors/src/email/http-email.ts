import { httpMessage } from '../http-message.ts';

export const httpEmail = httpMessage('http-email', 'Email');
