// Health tab of an application: failed requests, redirect URIs and secrets.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useServices } from '../../../app/services.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { FormSections } from '../../../kit/form-section.tsx';
import { PageLoader } from '../../../kit/loader.tsx';
import { useApplication } from '../application.ts';
import { hasSecrets, signsUsersIn } from '../settings-values.ts';
import { FailuresSection } from './failures-section.tsx';
import { healthQuery } from './query.ts';
import { ReachabilitySection } from './reachability-section.tsx';
import { SecretsSection } from './secrets-section.tsx';
import { UrisSection } from './uris-section.tsx';

const route = getRouteApi('/signed-in/layout/applications/$id');

export function ApplicationHealthPage() {
  const { api } = useServices();
  const { id } = route.useParams();
  const { data: health, error, refetch } = useQuery(healthQuery(api, id));
  // The surrounding page shows its loading and error states.
  const { data } = useApplication(id);
  if (!data) return null;
  if (!health) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageLoader />;
  const { application } = data;
  const isProtected = application.type === 'Protected';
  return (
    <FormSections wide>
      {isProtected && <ReachabilitySection id={id} />}
      <FailuresSection application={application} failures={health.failures} />
      {(signsUsersIn(application.type) || isProtected) && (
        <UrisSection uris={health.redirectUris} isFixed={isProtected} />
      )}
      {hasSecrets(application.type) && <SecretsSection id={id} secrets={health.secrets} />}
    </FormSections>
  );
}
