// MFA factors with switches and hints.
import { Switch } from '@mantine/core';
import {
  IconDeviceMobileMessage,
  IconFingerprint,
  IconListNumbers,
  IconLock,
  IconMail,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/notice.tsx';
import { Tag } from '../../kit/tag.tsx';
import { ConnectorSetupLink } from '../connectors/setup-link.tsx';
import type { Experience } from '../sign-in-experience/query.ts';
import classes from './mfa.module.css';
import {
  codeOf,
  type Factor,
  isBackupAlone,
  isSignInCode,
  type MfaValues,
  unreachable,
  withFactor,
} from './mfa-values.ts';

const factors: readonly { factor: Factor; icon: TablerIcon; isNew?: boolean }[] = [
  { factor: 'WebAuthn', icon: IconFingerprint },
  { factor: 'Totp', icon: IconLock },
  { factor: 'PhoneVerificationCode', icon: IconDeviceMobileMessage, isNew: true },
  { factor: 'EmailVerificationCode', icon: IconMail, isNew: true },
  { factor: 'BackupCode', icon: IconListNumbers },
];

type Props = {
  values: MfaValues;
  experience: Experience;
  reach: { email: boolean; phone: boolean };
  error: ReactNode;
  onChange: (values: MfaValues) => void;
};

export function FactorList({ values, experience, reach, error, onChange }: Props) {
  const { t } = useTranslation();
  const missing = unreachable(values, reach);
  const backupAlone = isBackupAlone(values);
  return (
    <div className={classes.list}>
      {factors.map(({ factor, icon: Icon, isNew }) => {
        const isOn = values.factors.includes(factor);
        const isBlocked = isSignInCode(factor, experience);
        const code = codeOf[factor];
        const isWrong = (factor === 'BackupCode' && backupAlone) || missing.includes(factor);
        return (
          <div key={factor} className={classes.factor} data-factor={factor} data-error={isWrong || undefined}>
            <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden="true" />
            <Switch
              className={classes.switch}
              labelPosition="left"
              label={
                <>
                  {t(`mfa.factors.${factor}`)} {isNew && <Tag>{t('mfa.beta')}</Tag>}
                </>
              }
              description={
                <>
                  <span>{t(`mfa.hints.${factor}`)}</span>
                  {isBlocked && code && (
                    <span className={classes.why}>
                      {t(`mfa.used_for_sign_in.${code}`)}{' '}
                      <Link to="/sign-in-experience/sign-up-and-sign-in">{t('mfa.sign_in_methods')}</Link>
                    </span>
                  )}
                </>
              }
              checked={isOn}
              // An enabled factor can always be disabled, even if it is not allowed.
              disabled={isBlocked && !isOn}
              onChange={(event) => onChange(withFactor(values, factor, event.currentTarget.checked))}
            />
            {missing.includes(factor) && code && (
              <div className={classes.notice}>
                <Notice severity="warning" actions={<ConnectorSetupLink type={code === 'email' ? 'Email' : 'Sms'} />}>
                  {t(`connectors.missing.${code}`)}
                </Notice>
              </div>
            )}
            {factor === 'BackupCode' && backupAlone && (
              <div className={classes.notice}>
                <Notice severity="error" urgent>
                  {t('mfa.backup_alone')}
                </Notice>
              </div>
            )}
          </div>
        );
      })}
      {error !== undefined && !backupAlone && missing.length === 0 && (
        <Notice severity="error" urgent>
          {error}
        </Notice>
      )}
    </div>
  );
}
