// Verification codes requested by an application.
import { verificationCodes } from '@tessera/contract/verification-codes';
import { serve } from '../../serve.ts';
import { type Address, sendCode, tryCode } from './codes.ts';

const addressOf = (body: { email: string } | { phone: string }): Address =>
  'email' in body ? { type: 'email', value: body.email } : { type: 'phone', value: body.phone };

export default serve(verificationCodes, {
  create: (ctx, { body }) => sendCode(ctx, { address: addressOf(body), type: 'Generic' }),
  verify: (ctx, { body }) => tryCode(ctx, { address: addressOf(body), type: 'Generic' }, body.verificationCode),
});
