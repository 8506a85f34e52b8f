// Codes that an application of the tenant asks for by itself.
import { verificationCodes } from '@tessera/contract/verification-codes';
import { serve } from '../http/serve.ts';
import { type Address, sendCode, useCode } from './codes.ts';

const addressOf = (body: { email: string } | { phone: string }): Address =>
  'email' in body ? { type: 'email', value: body.email } : { type: 'phone', value: body.phone };

export default serve(verificationCodes, {
  create: (ctx, { body }) => sendCode(ctx, { address: addressOf(body), type: 'Generic' }),
  verify: (ctx, { body }) => useCode(ctx, { address: addressOf(body), type: 'Generic' }, body.verificationCode),
});
