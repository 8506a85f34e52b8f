// When each secret was used last, and which ones are old, unused or about to expire.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../kit/date-text.tsx';
import { Expiry } from '../../../kit/expiry.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { ListTable } from '../../../kit/list-table.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import classes from './health.module.css';
import type { SecretHealth } from './query.ts';
import { LastUse } from './secret-use.tsx';

function Issues({ secret: { issues } }: { secret: SecretHealth }) {
  const { t } = useTranslation();
  if (issues.length === 0) return <StateTag state="success">{t('application-health.secrets.fine')}</StateTag>;
  return (
    <span className={classes.issues}>
      {issues.map((issue) => (
        <StateTag key={issue} state={issue === 'expired' ? 'error' : 'warning'}>
          {t(`application-health.secrets.issues.${issue}`)}
        </StateTag>
      ))}
    </span>
  );
}

export function SecretsSection({ id, secrets }: { id: string; secrets: readonly SecretHealth[] }) {
  const { t } = useTranslation();
  const found = secrets.flatMap(({ issues }) => issues);
  const advice = new Set(found.map((issue) => t(`application-health.secrets.advice.${issue}`)));
  return (
    <FormSection
      id="secrets"
      title={t('application-health.secrets.title')}
      text={t('application-health.secrets.text')}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/applications/$id/settings" params={{ id }} hash="credentials" {...props} />}
        >
          {t('application-health.secrets.manage')}
        </Button>
      }
    >
      {secrets.length === 0 ? (
        <p>{t('application-health.secrets.none')}</p>
      ) : (
        <ListTable
          title={t('application-health.secrets.title')}
          items={secrets}
          rowKey={({ name }) => name}
          stale={false}
          columns={[
            {
              key: 'name',
              title: t('application-health.secrets.name'),
              cell: ({ name }) => <bdi className={classes.name}>{name}</bdi>,
            },
            {
              key: 'created',
              title: t('application-health.secrets.created'),
              width: '16%',
              cell: ({ createdAt }) => <DateText value={createdAt} />,
            },
            {
              key: 'used',
              title: t('application-health.secrets.last_used'),
              width: '18%',
              cell: (secret) => <LastUse secret={secret} />,
            },
            {
              key: 'expires',
              title: t('application-health.secrets.expires'),
              width: '18%',
              cell: ({ expiresAt }) => <Expiry value={expiresAt} />,
            },
            {
              key: 'status',
              title: t('application-health.secrets.status'),
              width: '24%',
              cell: (secret) => <Issues secret={secret} />,
            },
          ]}
        />
      )}
      {advice.size > 0 && (
        <ul className={classes.advice}>
          {[...advice].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
