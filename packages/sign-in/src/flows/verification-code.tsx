// The page that asks for the code which was sent, in every flow that goes through one.
import { useRef, useState } from 'react';
import type { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import type { CodeFlow, SentCode } from '../boot/session-store.ts';
import { showIdentifier } from '../identifier.ts';
import { PageLink } from '../kit/button.tsx';
import { CodeBoxes, noDigits } from '../kit/code-boxes.tsx';
import { Form } from '../kit/form.tsx';
import { Heading } from '../kit/heading.tsx';
import { Resend } from '../kit/resend.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { waysOf } from '../sign-in-methods.ts';
import { useInteraction } from './interaction.ts';
import { factorOf, useProvedAddress } from './proved-address.tsx';

export const startOf = ({ flow, identifier }: Pick<SentCode, 'flow' | 'identifier'>) =>
  flow === 'continue'
    ? `/continue/${identifier.type}`
    : flow === 'mfa-binding'
      ? `/mfa-binding/${factorOf[identifier.type]}`
      : `/${flow}`;

const codePage = (flow: CodeFlow) => () => {
  const { store } = useApp();
  const [sent, setSent] = useState(() => store.get('sent-code'));
  if (sent?.flow !== flow) return null;
  return <CodeForm sent={sent} onSent={() => setSent(store.get('sent-code'))} />;
};

export const SignInCode = codePage('sign-in');
export const RegisterCode = codePage('register');
export const ForgotPasswordCode = codePage('forgot-password');
export const ContinueCode = codePage('continue');
export const NewFactorCode = codePage('mfa-binding');

const CodeForm = ({ sent, onSent }: { sent: SentCode; onSent: () => void }) => {
  const { api, settings, t } = useApp();
  const { flow, identifier, verificationId, at } = sent;
  const work = useFlow();
  const { run, busy, message, tell } = work;
  const { sendCode } = useInteraction();
  const proved = useProvedAddress(sent, work, startOf(sent));
  // A code counts once; when a later step has to be repeated, this one is not.
  const verified = useRef('');
  const [digits, setDigits] = useState(noDigits);
  const [errors, setErrors] = useState<{ code?: TextKey }>({});
  const [resent, setResent] = useState(false);

  const refuse = (code: TextKey) => () => {
    setDigits(noDigits);
    setErrors({ code });
  };
  const outdated = refuse('error.code_expired');
  const expected = {
    'verification_code.code_mismatch': refuse('error.code_wrong'),
    'verification_code.exceed_max_try': refuse('error.code_tried_too_often'),
    'verification_code.expired': outdated,
    'verification_code.not_found': outdated,
    'verification_code.email_mismatch': outdated,
    'verification_code.phone_mismatch': outdated,
    'session.verification_session_not_found': outdated,
    'session.verification_blocked_too_many_attempts': ({ message: said }: Problem) => {
      setDigits(noDigits);
      tell(said);
    },
    ...proved.expected,
  };
  const submit = (code: string) =>
    run(async () => {
      if (verified.current !== verificationId) {
        const path = '/experience/verification/verification-code/verify';
        await api('POST', path, { identifier, verificationId, code });
        verified.current = verificationId;
      }
      await proved.goOn();
    }, expected);
  const resend = () => {
    setResent(false);
    setDigits(noDigits);
    setErrors({});
    return run(async () => {
      await sendCode(flow, identifier);
      onSent();
      setResent(true);
    });
  };

  const address = <bdi key="address">{showIdentifier(identifier)}</bdi>;
  const others = flow === 'sign-in' && waysOf(settings, identifier.type).includes('password');
  return (
    <>
      <Heading title={t('description.enter_code')}>
        <p className="prose">
          <RichText text="description.code_sent" values={{ address }} />{' '}
          <PageLink to={startOf(sent)}>{t('action.change_identifier')}</PageLink>
        </p>
      </Heading>
      <Form
        errors={errors}
        action={t('action.continue')}
        busy={busy}
        message={message}
        onSubmit={() =>
          digits.every(Boolean) ? submit(digits.join('')) : setErrors({ code: 'error.code_incomplete' })
        }
      >
        <CodeBoxes
          digits={digits}
          error={errors.code && t(errors.code)}
          busy={busy}
          onChange={(next) => {
            setDigits(next);
            setErrors({});
            if (next.every(Boolean)) submit(next.join(''));
          }}
        />
      </Form>
      <p className="aside">
        <Resend sentAt={at} onSend={resend} />
      </p>
      <p className="aside" role="status">
        {resent && t('description.code_resent')}
      </p>
      {others && (
        <p className="aside">
          <PageLink to="/sign-in/password">{t('action.use_password')}</PageLink>
        </p>
      )}
      {proved.question}
    </>
  );
};
