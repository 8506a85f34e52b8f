// Permissions tab of a third-party application: what it can request on the consent page.
import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ConsentScopes } from '@tessera/contract/consent-scopes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import { useApplication } from '../applications/application.ts';
import { AddPermissions } from './add-permissions.tsx';
import { grantedGroups, type Level } from './levels.ts';
import { PermissionList } from './permission-list.tsx';
import classes from './permissions.module.css';
import { consentScopesQuery } from './query.ts';
import { userScopeText } from './user-scope-text.ts';

const route = getRouteApi('/signed-in/layout/applications/$id');

export function Permissions() {
  const { api } = useServices();
  const { id } = route.useParams();
  const { data } = useApplication(id);
  const isThirdParty = data?.application.isThirdParty === true;
  const query = useQuery({ ...consentScopesQuery(api, id), enabled: isThirdParty });
  // The surrounding page shows loading and error states.
  if (!data) return null;
  // First-party applications have no such tab.
  if (!isThirdParty) return <Navigate to="/applications/$id/settings" params={{ id }} replace />;
  if (query.data) {
    return (
      <FormSections>
        <LevelSection level="user" applicationId={id} scopes={query.data} />
        <LevelSection level="organization" applicationId={id} scopes={query.data} />
      </FormSections>
    );
  }
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading />;
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div className={classes.loading} role="status" aria-label={t('general.loading')}>
      <Skeleton width="30%" height={16} />
      <Skeleton height={120} />
      <Skeleton width="30%" height={16} mt={24} />
      <Skeleton height={120} />
    </div>
  );
}

type Props = { level: Level; applicationId: string; scopes: ConsentScopes };

function LevelSection({ level, applicationId, scopes }: Props) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const groups = grantedGroups(scopes, level, (scope) => userScopeText(scope, t));
  return (
    <FormSection title={t(`consent.${level}.title`)} text={t(`consent.${level}.text`)}>
      {groups.length === 0 && <p className={classes.none}>{t(`consent.${level}.none`)}</p>}
      {groups.map((group) => (
        <PermissionList
          key={`${group.type}/${group.id}`}
          applicationId={applicationId}
          group={group}
          title={group.name ?? t(`consent.${level}.own`)}
        />
      ))}
      <div>
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
          {t(`consent.${level}.add`)}
        </Button>
      </div>
      {adding && (
        <AddPermissions level={level} applicationId={applicationId} scopes={scopes} onClose={() => setAdding(false)} />
      )}
    </FormSection>
  );
}
