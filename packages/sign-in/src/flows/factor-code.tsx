// Email and SMS codes as MFA factors: verify the account's address, or add a new one.
import { IconDeviceMobileMessage, IconMailOpened } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { isAddress } from '../identifier.ts';
import { Heading } from '../kit/heading.tsx';
import { Notice } from '../kit/notice.tsx';
import { Resend } from '../kit/resend.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { backOf } from './factor-demand.ts';
import { OtherWays, useDemand } from './factor-frame.tsx';
import { IdentifierForm } from './identifier-form.tsx';
import { useInteraction } from './interaction.ts';
import { SixDigits } from './six-digits.tsx';

type Kind = 'email' | 'phone';
const factors = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;
const icons = { email: IconMailOpened, phone: IconDeviceMobileMessage };

const ShowCode = ({ kind }: { kind: Kind }) => {
  const { api, store, t } = useApp();
  const work = useFlow();
  const { submit } = useInteraction();
  const demand = useDemand();
  const { masked } = demand;
  // When returning or reloading, the code has been sent already.
  const [sent, setSent] = useState(() => {
    const before = store.get('mfa-code');
    return before?.kind === kind ? before : undefined;
  });
  const send = async () => {
    const { verificationId } = await api('POST', '/experience/verification/mfa-verification-code', {
      identifierType: kind,
    });
    const now = { kind, verificationId, at: Date.now() };
    store.set('mfa-code', now);
    setSent(now);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page is first shown
  useEffect(() => {
    if (!sent) work.run(send);
  }, []);
  const address = <bdi key="address">{masked[factors[kind]]}</bdi>;
  return (
    <>
      <Heading title={t(`description.check_${kind}`)} icon={icons[kind]} back={backOf(demand)}>
        <RichText text={sent ? 'description.code_sent' : 'mfa.sending_to'} values={{ address }} />
      </Heading>
      <SixDigits
        key={sent?.verificationId}
        work={work}
        verify={(code) =>
          api('POST', '/experience/verification/mfa-verification-code/verify', {
            identifierType: kind,
            verificationId: sent?.verificationId ?? '',
            code,
          })
        }
        goOn={async () => {
          store.set('mfa-code', undefined);
          await submit();
        }}
      />
      {sent && <Resend sentAt={sent.at} run={work.run} send={send} />}
      <OtherWays run={work.run} />
    </>
  );
};

export const ShowEmailCode = () => <ShowCode kind="email" />;
export const ShowPhoneCode = () => <ShowCode kind="phone" />;

const NewAddress = ({ kind }: { kind: Kind }) => {
  const { store, t } = useApp();
  const { run, message } = useFlow();
  const { startWithCode } = useInteraction();
  const sent = store.get('sent-code');
  return (
    <>
      <Heading title={t(`mfa.add_${kind}`)} icon={icons[kind]} back={backOf(useDemand())}>
        {t(`mfa.set_up.${factors[kind]}`)}
      </Heading>
      <Notice message={message} />
      <IdentifierForm
        kinds={[kind]}
        known={sent?.flow === 'mfa-binding' ? sent.identifier : undefined}
        action={t('action.send_code')}
        event="SignIn"
        steps={async (identifier) => {
          if (isAddress(identifier)) await startWithCode('mfa-binding', identifier);
        }}
      />
      <OtherWays run={run} />
    </>
  );
};

export const NewEmail = () => <NewAddress kind="email" />;
export const NewPhone = () => <NewAddress kind="phone" />;
