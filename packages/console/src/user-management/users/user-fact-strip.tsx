// Key facts of a user below the title.
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { ApplicationById } from '../../authentication/applications/application-by-id.tsx';
import { CopyId } from '../../kit/copy-id.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { FactStrip } from '../../kit/fact-strip.tsx';
import { FactorSummary } from './factor-summary.tsx';

export function UserFactStrip({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const { id, lastSignInAt, createdAt, applicationId, mfaFactors } = user;
  return (
    <FactStrip
      label={t('users.details.facts')}
      facts={[
        { key: 'id', label: t('users.id'), value: <CopyId value={id} label={t('users.id')} /> },
        {
          key: 'lastSignIn',
          label: t('users.last_sign_in'),
          value: lastSignInAt === null ? t('users.never') : <DateText value={lastSignInAt} />,
        },
        { key: 'created', label: t('users.created'), value: <DateText value={createdAt} /> },
        { key: 'application', label: t('users.application'), value: <ApplicationById id={applicationId} /> },
        { key: 'mfa', label: t('users.mfa'), value: <FactorSummary factors={mfaFactors} /> },
      ]}
    />
  );
}
