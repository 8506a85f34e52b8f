// Provisioning tab of an enterprise SSO connector: the identity provider creates, updates and deactivates users by SCIM.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useServices } from '../../../app/services.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { PageLoader } from '../../../kit/loader.tsx';
import { Access } from './access.tsx';
import { AttributeMapping } from './attribute-mapping.tsx';
import { Deactivation } from './deactivation.tsx';
import { GroupMappings } from './group-mappings.tsx';
import { Overview } from './overview.tsx';
import classes from './provisioning.module.css';
import { type ProvisioningSearch, settingsQuery } from './query.ts';
import { Requests } from './requests.tsx';

const route = getRouteApi('/signed-in/layout/enterprise-sso/$id/provisioning');

/** On the page of a setup link, which can't change what groups and deactivations do. */
export function SetupProvisioning({ id, search }: { id: string; search: ProvisioningSearch }) {
  const { api } = useServices();
  const { data: settings, error, refetch } = useQuery(settingsQuery(api, id));
  if (!settings) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageLoader />;
  return (
    <div className={classes.main}>
      <Access settings={settings} />
      <AttributeMapping />
      {settings.isEnabled && <Requests settings={settings} search={search} />}
    </div>
  );
}

export function Provisioning() {
  const { api } = useServices();
  const { id } = route.useParams();
  const search = route.useSearch();
  const { data: settings, error, refetch } = useQuery(settingsQuery(api, id));
  if (!settings) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageLoader />;
  return (
    <div className={classes.frame}>
      <div className={classes.split}>
        <div className={classes.aside}>
          <Overview settings={settings} />
          <Deactivation settings={settings} />
        </div>
        <div className={classes.main}>
          <Access settings={settings} />
          <AttributeMapping />
          <GroupMappings settings={settings} search={search} />
          <Requests settings={settings} search={search} />
        </div>
      </div>
    </div>
  );
}
