// The tenant's audit log, with tabs for events and changes.
import { Outlet, useMatch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { AuditLogList } from './audit-log-list.tsx';

const exactly = { exact: true, includeSearch: false };

export function AuditLogs() {
  const { t } = useTranslation();
  const isChanges = useMatch({ from: '/signed-in/layout/audit-logs/changes', shouldThrow: false }) !== undefined;
  return (
    <>
      <PageHeader title={t('audit-logs.title')} subtitle={t('audit-logs.subtitle')} />
      <TabLinks label={t('audit-logs.tabs.label')}>
        <TabLink to="/audit-logs" activeOptions={exactly}>
          {t('audit-logs.tabs.events')}
        </TabLink>
        <TabLink to="/audit-logs/changes" activeOptions={exactly}>
          {t('audit-logs.tabs.changes')}
        </TabLink>
      </TabLinks>
      {isChanges ? <Outlet /> : <AuditLogList basePath="/audit-logs" />}
    </>
  );
}
