// Consent page of a third-party application.
import type { ConsentRequest } from '@tessera/contract/consent';
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';
import { Heading } from '../kit/heading.tsx';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { documentsOf, TermsText } from '../kit/terms.tsx';
import { useFlow } from '../kit/use-flow.ts';
import '../styles/consent.css';
import { ConsentLogos } from './consent-logos.tsx';
import { OrganizationChoice, suggestedOrganization } from './consent-organization.tsx';
import { merged, ResourceScopes, UserScopes } from './consent-scopes.tsx';
import { UserCard } from './consent-user.tsx';

export const Consent = () => {
  const { api } = useApp();
  const { run, message } = useFlow();
  const [request, setRequest] = useState<ConsentRequest>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page appears
  useEffect(() => {
    run(async () => setRequest(await api('GET', '/interaction/consent')));
  }, []);
  if (request) return <ConsentForm request={request} />;
  return message ? <Notice message={message} /> : <Loading />;
};

const siteOf = (address: string) => {
  const url = URL.parse(address);
  // Custom URL schemes of native applications have no host.
  return url && (url.origin === 'null' ? url.protocol : url.host);
};

export const ConsentForm = ({ request }: { request: ConsentRequest }) => {
  const { api, t, leave, succeed } = useApp();
  const { run, busy, message } = useFlow();
  const { application, user, redirectUri, isDevice = false, organizations = [] } = request;
  const { missingOIDCScope: userScopes = [], missingResourceScopes: resources = [] } = request;
  const nothingNew = userScopes.length + resources.length + organizations.length === 0;
  const [organizationId, setOrganizationId] = useState(() => suggestedOrganization(organizations));
  const name = application.displayName || application.name;
  const reached = organizations.filter(({ id, isOpen }) => isOpen || id === organizationId);
  const allResources = merged(
    [resources, ...reached.map(({ missingResourceScopes = [] }) => missingResourceScopes)].flat(),
  );

  const authorize = () =>
    run(async () => {
      const body = organizationId ? { organizationIds: [organizationId] } : {};
      const { redirectTo } = await api('POST', '/interaction/consent', body);
      await succeed(redirectTo);
    });
  const cancel = () =>
    run(async () => {
      const { redirectTo } = await api('DELETE', '/interaction/consent');
      await leave(redirectTo);
    });

  return (
    <>
      <Heading
        title={t('description.consent', { name })}
        picture={<ConsentLogos name={name} branding={application.branding ?? {}} />}
      />
      <div className="consent">
        <UserCard user={user} />
        {(userScopes.length > 0 || allResources.length > 0) && (
          <div className="scopes">
            <UserScopes name={name} scopes={userScopes} />
            <ResourceScopes name={name} resources={allResources} />
          </div>
        )}
        <OrganizationChoice organizations={organizations} value={organizationId} onChange={setOrganizationId} />
        {nothingNew && <p className="prose">{t('description.consent_nothing_new')}</p>}
        {application.isSelfRegistered && (
          <p className="prose">
            {application.metadataUrl ? (
              <RichText
                text="description.consent_described"
                values={{ origin: <bdi key="site">{application.metadataUrl.replace('https://', '')}</bdi> }}
              />
            ) : (
              <RichText
                text="description.consent_self_registered"
                values={{ origin: <bdi key="site">{siteOf(redirectUri)}</bdi> }}
              />
            )}
          </p>
        )}
        <Notice message={message} />
        <div className="actions">
          <Button kind="secondary" onClick={cancel}>
            {t('action.cancel')}
          </Button>
          <Button busy={busy} onClick={authorize}>
            {t('action.authorize')}
          </Button>
        </div>
      </div>
      <p className="aside">
        <span>
          {isDevice ? (
            t('description.consent_device')
          ) : (
            <RichText
              text="description.consent_redirect"
              values={{ origin: <bdi key="site">{siteOf(redirectUri)}</bdi> }}
            />
          )}
        </span>
        {documentsOf(application) && (
          <span>
            <TermsText kind="consent_terms" documents={application} name={name} />
          </span>
        )}
      </p>
    </>
  );
};
