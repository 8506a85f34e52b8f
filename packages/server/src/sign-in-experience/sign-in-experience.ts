// The sign-in experience as administrators read and change it.
import { type SignInExperience, signInExperiences } from '@tessera/contract/sign-in-experience';
import { languages } from '@tessera/phrases/languages';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';

type Methods = Pick<SignInExperience, 'signIn' | 'signUp'>;

// Only what the sign-in pages can do may be switched on; codes by email and phone need a connector.
const checkMethods = ({ signIn, signUp }: Methods) => {
  if (signIn.methods.some(({ password, verificationCode }) => !password && !verificationCode)) {
    throw new RequestError('sign_in_experiences.at_least_one_authentication_factor');
  }
  const needsConnector =
    signIn.methods.some(({ verificationCode }) => verificationCode) ||
    signUp.identifiers.some((id) => id !== 'username');
  if (needsConnector) throw new RequestError('sign_in_experiences.enabled_connector_not_found');
  if (new Set(signUp.identifiers).size < signUp.identifiers.length) {
    throw new RequestError('sign_in_experiences.duplicated_sign_up_identifiers');
  }
};

/** As it is stored: what the sign-in pages use may be a moment old. */
const stored = async ({ db }: Pick<Context, 'db'>): Promise<SignInExperience> =>
  (await db.selectFrom('signInExperiences').selectAll().executeTakeFirstOrThrow()) as unknown as SignInExperience;

export default serve(signInExperiences, {
  get: stored,
  update: async ({ db, change }, { body }) => {
    const before = await stored({ db });
    checkMethods({ signIn: body.signIn ?? before.signIn, signUp: body.signUp ?? before.signUp });
    const language = body.languageInfo?.fallbackLanguage;
    if (language !== undefined && !languages.some(({ tag }) => tag === language)) {
      throw new RequestError('sign_in_experiences.unsupported_default_language');
    }
    const row = await change.update('signInExperiences', { id: 'default' }, body);
    return { ...before, ...(row as unknown as SignInExperience) };
  },
});
