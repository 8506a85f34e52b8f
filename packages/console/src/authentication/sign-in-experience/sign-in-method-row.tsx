// One sign-in method: an identifier with a password, a code or both, and their order.
import { ActionIcon, Checkbox, Tooltip } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RemoveButton } from '../../kit/remove-button.tsx';
import { missingConnectors } from './check-values.ts';
import { useExperience } from './experience-context.ts';
import { MissingConnector } from './missing-connector.tsx';
import { RowProblem } from './row-problem.tsx';
import classes from './sections.module.css';
import { codeLock, needsCode } from './sign-up-rules.ts';
import { useWays } from './use-ways.ts';
import type { SignInMethod } from './values.ts';

type Props = {
  method: SignInMethod;
  name: string;
  error: ReactNode;
  onChange: (method: SignInMethod) => void;
  onRemove: () => void;
};

export function SignInMethodRow({ method, name, error, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const { ways, factors } = useWays();
  const { reach } = useExperience();
  const { identifier, password, verificationCode, isPasswordPrimary } = method;
  const isUsername = identifier === 'username';
  const lock = codeLock(ways, identifier, factors);
  // The sign-up section already shows the message.
  const isSaidAbove = ways.signUpIdentifiers.some((asked) => asked === identifier || asked === 'emailOrPhone');
  const isUnreachable = verificationCode && missingConnectors(identifier, reach).length > 0;
  const hasConflict = lock === 'second_factor' && (verificationCode || needsCode(ways, identifier));
  const passwordBox = (
    <Checkbox
      key="password"
      label={t('sign-in-experience.factors.password')}
      checked={password}
      disabled={isUsername}
      onChange={(event) => onChange({ ...method, password: event.currentTarget.checked })}
    />
  );
  const codeBox = (
    <Checkbox
      key="code"
      label={t('sign-in-experience.factors.code')}
      checked={verificationCode}
      disabled={lock !== undefined}
      onChange={(event) => onChange({ ...method, verificationCode: event.currentTarget.checked })}
    />
  );
  const swapLabel = t('sign-in-experience.methods.swap', { name });
  return (
    <>
      <div className={classes.rowHead}>
        <span className={classes.rowName}>{name}</span>
        <div className={classes.factors}>
          {isUsername ? passwordBox : isPasswordPrimary ? passwordBox : codeBox}
          {!isUsername && (
            <>
              <Tooltip label={swapLabel}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-label={swapLabel}
                  onClick={() => onChange({ ...method, isPasswordPrimary: !isPasswordPrimary })}
                >
                  <IconArrowsExchange size={16} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
              {isPasswordPrimary ? codeBox : passwordBox}
            </>
          )}
        </div>
        <RemoveButton name={name} onClick={onRemove} />
      </div>
      {lock && (
        <RowProblem isError={hasConflict && error !== undefined}>
          {t(`sign-in-experience.methods.${hasConflict ? 'code_conflict' : (`code_lock.${lock}` as const)}`)}{' '}
          {lock === 'second_factor' && <Link to="/mfa">{t('sign-in-experience.methods.second_factors')}</Link>}
        </RowProblem>
      )}
      {isUnreachable && !isSaidAbove && !hasConflict && (
        <MissingConnector identifier={identifier} isError={error !== undefined} />
      )}
      {error !== undefined && !isUnreachable && !hasConflict && <RowProblem isError>{error}</RowProblem>}
    </>
  );
}
