// Choice of an MFA factor, to verify or to set up.
import {
  IconDeviceMobile,
  IconFingerprint,
  IconLifebuoy,
  IconMail,
  IconMessage2,
  IconShieldCheck,
  IconShieldLock,
} from '@tabler/icons-react';
import { useApp } from '../app-context.ts';
import { lastFactor } from '../boot/last-factor.ts';
import { ChoiceRow } from '../kit/choice-row.tsx';
import { Heading } from '../kit/heading.tsx';
import { Notice } from '../kit/notice.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { useFlow } from '../kit/use-flow.ts';
import type { FactorType } from './factor-demand.ts';
import { LostFactors, Skip, useDemand } from './factor-frame.tsx';

const icons = {
  Totp: IconDeviceMobile,
  WebAuthn: IconFingerprint,
  BackupCode: IconLifebuoy,
  EmailVerificationCode: IconMail,
  PhoneVerificationCode: IconMessage2,
} satisfies Record<FactorType, unknown>;

const Choice = ({ hints }: { hints: 'show' | 'set_up' }) => {
  const { page, t } = useApp();
  const { kind, factors: given, masked } = useDemand();
  // The recommended one comes first.
  const isFirst = (factor: FactorType) => hints === 'set_up' && factor === 'WebAuthn';
  const factors = [...given.filter(isFirst), ...given.filter((factor) => !isFirst(factor))];
  const last = hints === 'show' && lastFactor(page);
  const tagOf = (factor: FactorType) => {
    if (factor === last) return t('secondary.last_used');
    return factor === 'WebAuthn' && hints === 'set_up' && factors.length > 1 ? t('mfa.recommended') : undefined;
  };
  return (
    <ul className="rows">
      {factors.map((factor, index) => {
        const known = masked[factor];
        return (
          <ChoiceRow
            key={factor}
            to={`/mfa-${kind}/${factor}`}
            icon={icons[factor]}
            name={t(`mfa.factor.${factor}`)}
            tag={tagOf(factor)}
            focus={index === 0}
          >
            {known && hints === 'show' ? (
              <RichText text="mfa.send_to" values={{ address: <bdi key="address">{known}</bdi> }} />
            ) : (
              t(`mfa.${hints}.${factor}`)
            )}
          </ChoiceRow>
        );
      })}
    </ul>
  );
};

export const ChooseFactor = () => {
  const { t } = useApp();
  return (
    <>
      <Heading title={t('mfa.show_title')} icon={IconShieldLock} back="/sign-in">
        {t('mfa.show_text')}
      </Heading>
      <Choice hints="show" />
      <LostFactors />
    </>
  );
};

export const ChooseNewFactor = () => {
  const { t } = useApp();
  const { run, message } = useFlow();
  const { skippable, suggestion, masked } = useDemand();
  const [known] = Object.values(masked);
  return (
    <>
      <Heading title={t(suggestion ? 'mfa.suggest_title' : 'mfa.set_up_title')} icon={IconShieldCheck}>
        {suggestion && known ? (
          <RichText text="mfa.suggest_text" values={{ address: <bdi key="address">{known}</bdi> }} />
        ) : (
          t(skippable ? 'mfa.set_up_text' : 'mfa.set_up_required')
        )}
      </Heading>
      <Notice message={message} />
      <Choice hints="set_up" />
      <Skip run={run} />
    </>
  );
};
