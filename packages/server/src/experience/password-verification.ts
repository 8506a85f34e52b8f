// Proving who one is by a password. Unknown names cost as much time as wrong passwords and get the same answer.
import type { Identifier } from '@tessera/contract/experience';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { verifyNothing, verifyPasswordHash } from '../passwords/hash.ts';
import { renewPasswordHash } from '../passwords/renew.ts';
import { random } from '../random.ts';
import { findByIdentifier } from './unique-identifiers.ts';
import type { VerificationRecord } from './verifications.ts';

export const verifyPassword = async (
  ctx: Context,
  identifier: Identifier,
  password: string,
  /** Told whose account it is, before the password is looked at. */
  onFound: (userId: string) => void = () => {},
): Promise<VerificationRecord> => {
  const user = await findByIdentifier(ctx, identifier);
  if (user) onFound(user.id);
  const { passwordEncrypted, passwordEncryptionMethod } = user ?? {};
  if (!user || !passwordEncrypted || !passwordEncryptionMethod) {
    await verifyNothing(password);
    throw new RequestError('session.invalid_credentials');
  }
  if (!(await verifyPasswordHash(passwordEncrypted, passwordEncryptionMethod, password))) {
    throw new RequestError('session.invalid_credentials');
  }
  if (user.isSuspended) throw new RequestError('user.suspended');
  await renewPasswordHash(ctx, { id: user.id, passwordEncrypted, passwordEncryptionMethod }, password);
  return { id: random.id(), type: 'Password', verified: true, identifier, userId: user.id };
};
