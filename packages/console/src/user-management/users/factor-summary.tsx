// A user's MFA factors in one line: the strongest one, and how many more.
import { IconDeviceMobile, IconFingerprint, IconListNumbers, IconMail, IconMessage } from '@tabler/icons-react';
import type { ListedUser } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import classes from './factor-summary.module.css';

type Factor = ListedUser['mfaFactors'][number];

export const factorIcons = {
  WebAuthn: IconFingerprint,
  Totp: IconDeviceMobile,
  PhoneVerificationCode: IconMessage,
  EmailVerificationCode: IconMail,
  BackupCode: IconListNumbers,
} satisfies Record<Factor, unknown>;
const strongestFirst = Object.keys(factorIcons) as Factor[];

export function FactorSummary({ factors }: { factors: readonly Factor[] }) {
  const { t } = useTranslation();
  const [first, ...others] = strongestFirst.filter((factor) => factors.includes(factor));
  if (!first) return <span className={classes.none}>{t('users.no_factors')}</span>;
  const Icon = factorIcons[first];
  return (
    <span className={classes.factor}>
      <Icon size={16} aria-hidden="true" />
      {t(`users.factors.types.${first}`)}
      {others.length > 0 && ` + ${others.length}`}
    </span>
  );
}
