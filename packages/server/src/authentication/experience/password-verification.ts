// Password verification. Unknown names cost as much time as wrong passwords and get the same response.
import type { Identifier } from '@tessera/contract/experience';
import type { Context } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { passwordProof } from '../passwords/proof.ts';
import { findByIdentifier } from './unique-identifiers.ts';
import type { PasswordRecord } from './verifications.ts';

export const verifyPassword = async (
  ctx: Context,
  identifier: Identifier,
  password: string,
  /** Called with the account before the password is checked. */
  onFound: (userId: string) => void = () => {},
): Promise<PasswordRecord> => {
  const user = await findByIdentifier(ctx, identifier);
  if (user) onFound(user.id);
  const owner = await checkPassword(ctx, user, password, identifier.value);
  if (owner.isSuspended) throw new RequestError('user.suspended');
  const proof = passwordProof(owner);
  return { id: random.id(), type: 'Password', verified: true, identifier, userId: owner.id, proof };
};
