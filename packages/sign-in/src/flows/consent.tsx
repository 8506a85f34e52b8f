// An application of somebody else asks for access: the person sees what it wants and decides.
import type { ConsentRequest } from '@tessera/contract/consent';
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button, PageLink } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { documentsOf, TermsText } from '../kit/terms.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { OrganizationChoice } from './consent-organization.tsx';
import { ResourceScopes, UserScopes } from './consent-scopes.tsx';
import { UserCard } from './consent-user.tsx';

export const Consent = () => {
  const { api } = useApp();
  const { run, message } = useFlow();
  const [request, setRequest] = useState<ConsentRequest>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page appears
  useEffect(() => {
    run(async () => setRequest(await api('GET', '/interaction/consent')));
  }, []);
  if (request) return <ConsentForm request={request} />;
  return message ? <Notice message={message} /> : <Loading />;
};

const originOf = (address: string) => {
  const url = URL.parse(address);
  // An application on a device has an address of its own kind, without an origin.
  return url && (url.origin === 'null' ? url.protocol : url.origin);
};

const ConsentForm = ({ request }: { request: ConsentRequest }) => {
  const { api, t, leave } = useApp();
  const { run, busy, message } = useFlow();
  const { application, user, redirectUri, organizations = [] } = request;
  const { missingOIDCScope: userScopes = [], missingResourceScopes: resources = [] } = request;
  const nothingNew = userScopes.length + resources.length + organizations.length === 0;
  const [organizationId, setOrganizationId] = useState(organizations[0]?.id);
  const name = application.displayName || application.name;
  const organization = organizations.find(({ id }) => id === organizationId);

  const authorize = () =>
    run(async () => {
      const body = organizationId ? { organizationIds: [organizationId] } : {};
      const { redirectTo } = await api('POST', '/interaction/consent', body);
      await leave(redirectTo);
    });
  const cancel = () => run(() => leave(redirectUri));

  return (
    <>
      <Heading
        title={t('description.consent', { name })}
        {...(application.branding && { branding: application.branding })}
      />
      <UserCard user={user} />
      <UserScopes scopes={userScopes} />
      <ResourceScopes resources={resources} />
      {organizationId && (
        <OrganizationChoice organizations={organizations} value={organizationId} onChange={setOrganizationId} />
      )}
      <ResourceScopes resources={organization?.missingResourceScopes ?? []} />
      {nothingNew && <p className="prose">{t('description.consent_nothing_new')}</p>}
      <Notice message={message} />
      <div className="actions">
        <Button kind="secondary" onClick={cancel}>
          {t('action.cancel')}
        </Button>
        <Button busy={busy} onClick={authorize}>
          {t('action.authorize')}
        </Button>
      </div>
      <p className="terms">
        {documentsOf(application) ? (
          <TermsText kind="consent_terms" documents={application} name={name} />
        ) : (
          <RichText text="description.consent_redirect" values={{ origin: <bdi>{originOf(redirectUri)}</bdi> }} />
        )}
      </p>
      <p className="aside">
        <PageLink to="/sign-in">{t('action.use_another_account')}</PageLink>
      </p>
    </>
  );
};
