// After an email or phone was verified: complete the flow, or ask whether the user meant to sign in or to register
// instead.
import { useState } from 'react';
import { type TextKey, useApp } from '../app-context.ts';
import type { SentCode } from '../boot/session-store.ts';
import { showIdentifier } from '../identifier.ts';
import { Address } from '../kit/address.tsx';
import { Question } from '../kit/question.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { useTerms } from '../kit/terms.tsx';
import type { Expected, useFlow } from '../kit/use-flow.ts';
import { canSignIn, mayRegister, registrationIdentifiers, waysOf } from '../sign-in-methods.ts';
import { useInteraction } from './interaction.ts';

type Asked = 'Register' | 'SignIn';

const questions = {
  Register: { title: 'description.not_registered', text: 'description.ask_register', action: 'action.create_account' },
  SignIn: { title: 'description.already_registered', text: 'description.ask_sign_in', action: 'action.sign_in' },
} as const satisfies Record<Asked, Record<string, TextKey>>;

/** The MFA factor for each address type. */
export const factorOf = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

export const useProvedAddress = (
  { flow, identifier, verificationId }: SentCode,
  { run, tell }: Pick<ReturnType<typeof useFlow>, 'run' | 'tell'>,
  start: string,
) => {
  const { api, settings, go, t } = useApp();
  const { switchTo, identify, finish, resume, submit } = useInteraction();
  const terms = useTerms('Register');
  const [asked, setAsked] = useState<Asked>();
  const { type } = identifier;

  const mayCreate = mayRegister(settings) && registrationIdentifiers(settings).includes(type);
  const maySignIn = canSignIn(settings) && waysOf(settings, type).includes('code');
  const unknown = () =>
    flow === 'sign-in' && mayCreate ? setAsked('Register') : tell({ key: 'error.account_not_found' });
  const handleTaken = () =>
    flow === 'register' && maySignIn ? setAsked('SignIn') : tell({ key: 'error.address_taken' });
  const expected: Expected = {
    'user.user_not_exist': unknown,
    'user.email_already_in_use': handleTaken,
    'user.phone_already_in_use': handleTaken,
  };

  const goOn = async () => {
    if (flow === 'forgot-password') {
      await identify(verificationId);
      go('/forgot-password/reset', { replace: true });
    } else if (flow === 'continue') {
      await api('POST', '/experience/profile', { type, verificationId });
      await resume();
    } else if (flow === 'mfa-binding') {
      await api('POST', '/experience/profile/mfa', { type: factorOf[type], verificationId });
      await submit();
    } else await finish(verificationId);
  };
  const decide = async (agrees: boolean) => {
    setAsked(undefined);
    if (!agrees || !asked) return go(start);
    if (asked === 'Register' && !(await terms.ensure())) return;
    await run(async () => {
      await switchTo(asked);
      await finish(verificationId);
    });
  };
  const words = asked && questions[asked];
  const question = (
    <>
      {words && (
        <Question title={t(words.title)} action={t(words.action)} onDecide={decide}>
          <RichText
            text={words.text}
            values={{ address: <Address key="address">{showIdentifier(identifier)}</Address> }}
          />
        </Question>
      )}
      {terms.dialog}
    </>
  );
  return { goOn, expected, question };
};
