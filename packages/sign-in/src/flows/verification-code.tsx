// The page to enter a verification code, for every flow.
import { IconDeviceMobileMessage, IconMailOpened } from '@tabler/icons-react';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import type { CodeFlow, SentCode } from '../boot/session-store.ts';
import { showIdentifier } from '../identifier.ts';
import { Address } from '../kit/address.tsx';
import { PageLink } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Resend } from '../kit/resend.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { waysOf } from '../sign-in-methods.ts';
import { useInteraction } from './interaction.ts';
import { factorOf, useProvedAddress } from './proved-address.tsx';
import { SixDigits } from './six-digits.tsx';

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
  const { sendCode } = useInteraction();
  const proved = useProvedAddress(sent, work, startOf(sent));
  const resend = async () => {
    await sendCode(flow, identifier);
    onSent();
  };

  const address = <Address key="address">{showIdentifier(identifier)}</Address>;
  const hasLink =
    settings.magicLinkEnabled && identifier.type === 'email' && (flow === 'sign-in' || flow === 'register');
  const others = flow === 'sign-in' && waysOf(settings, identifier.type).includes('password');
  return (
    <>
      <Heading
        title={t(`description.check_${identifier.type}`)}
        icon={identifier.type === 'email' ? IconMailOpened : IconDeviceMobileMessage}
        back={startOf(sent)}
      >
        <RichText text={hasLink ? 'magic_link.sent' : 'description.code_sent'} values={{ address }} />
      </Heading>
      <SixDigits
        key={verificationId}
        work={work}
        verify={(code) =>
          api('POST', '/experience/verification/verification-code/verify', { identifier, verificationId, code })
        }
        goOn={proved.goOn}
        expected={proved.expected}
        linkOf={hasLink ? verificationId : undefined}
      />
      <Resend sentAt={at} run={work.run} send={resend} />
      {others && (
        <p className="shelf">
          <PageLink to="/sign-in/password">{t('action.use_password')}</PageLink>
        </p>
      )}
      {proved.question}
    </>
  );
};
