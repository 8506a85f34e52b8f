// The start page: a checklist until it is hidden, and guides for applications and APIs.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { preferencesIn, usePreferences } from '../../app/preferences.tsx';
import { useServices } from '../../app/services.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { ChecklistPanel, Progress } from './checklist.tsx';
import classes from './get-started.module.css';
import { IntegrateApplication } from './integrate-application.tsx';
import { ProtectApi } from './protect-api.tsx';
import { useChecklist } from './use-checklist.ts';

export function GetStarted() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { set } = usePreferences();
  const { data } = useQuery({ ...api.me.query('/custom-data'), staleTime: Number.POSITIVE_INFINITY });
  const isHidden = data !== undefined && preferencesIn(data).checklistHidden === true;
  return isHidden ? (
    <>
      <PageHeader
        title={t('get-started.title')}
        subtitle={t('get-started.subtitle')}
        actions={
          <Button variant="default" onClick={() => set({ checklistHidden: false })}>
            {t('get-started.checklist.show')}
          </Button>
        }
      />
      <Guides />
    </>
  ) : (
    <WithChecklist onHide={() => set({ checklistHidden: true })} />
  );
}

function WithChecklist({ onHide }: { onHide: () => void }) {
  const { t } = useTranslation();
  const { checklist, error, retry } = useChecklist();
  return (
    <>
      <PageHeader
        title={t('get-started.title')}
        subtitle={t('get-started.subtitle')}
        actions={checklist && <Progress steps={checklist.steps} />}
      />
      <div className={classes.cards}>
        <ChecklistPanel checklist={checklist} error={error} onRetry={retry} onHide={onHide} />
        <Guides />
      </div>
    </>
  );
}

function Guides() {
  return (
    <div className={classes.cards}>
      <IntegrateApplication />
      <ProtectApi />
    </div>
  );
}
