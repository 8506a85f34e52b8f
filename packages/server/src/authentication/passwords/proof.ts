// Which password was verified. A verification that is used later counts only while the user still has that password; the
// sign-in pages, the account API and the Me API all ask here.
import { digestOf } from '../../infrastructure/database/digest.ts';

type Holder = { passwordEncrypted: string | null };

/** A digest of the stored hash, from which neither the hash nor the password can be found. */
export const passwordProof = ({ passwordEncrypted }: Holder): string => digestOf(passwordEncrypted ?? '');

/** A user without a password has proved none. */
export const isStillProved = (user: Holder | undefined, proof: string | undefined): boolean =>
  user !== undefined && user.passwordEncrypted !== null && passwordProof(user) === proof;
