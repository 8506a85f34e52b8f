// Sign-up and sign-in methods, changed together by their rules.
import { useExperience } from './experience-context.ts';
import type { Ways } from './sign-up-rules.ts';

export function useWays() {
  const {
    experience,
    form: { form },
  } = useExperience();
  const { signUpIdentifiers, signUpPassword, signUpVerify, signInMethods, forgotPasswordMethods } = form.values;
  const ways: Ways = { signUpIdentifiers, signUpPassword, signUpVerify, signInMethods, forgotPasswordMethods };
  return {
    ways,
    factors: experience.mfa.factors,
    setWays: (changed: Ways) => form.setValues({ ...changed }),
    errors: form.errors,
  };
}
