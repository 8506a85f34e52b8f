// Where users reach the site: the default host, and a custom domain with what is left until it is active.
import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import type { CustomDomain } from '@tessera/contract/protected-app-metadata';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../../app/problem.ts';
import { useServices } from '../../../app/services.tsx';
import { CopyButton } from '../../../kit/copy-button.tsx';
import { useDeletion } from '../../../kit/deletion.ts';
import { ErrorState } from '../../../kit/error-state.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { RowMenu } from '../../../kit/row-menu.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import { applicationQuery } from '../query.ts';
import { Activation } from './activation.tsx';
import { AddDomain } from './add-domain.tsx';
import classes from './protected.module.css';
import { customDomainsQuery, removeCustomDomain } from './query.ts';

const states = { Active: 'success', Error: 'error', PendingSsl: 'warning', PendingVerification: 'warning' } as const;

function OpenLink({ name, url }: { name: string; url: string }) {
  const { t } = useTranslation();
  const label = t('applications.protected.domain.open', { name });
  return (
    <Tooltip label={label}>
      <ActionIcon
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        c="dimmed"
        variant="subtle"
        color="gray"
        size={24}
        aria-label={label}
      >
        <IconExternalLink size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

/** The base URL of a host, which the redirect URIs of the application contain. */
export const baseOf = ({ oidcClientMetadata }: Application, host: string): string =>
  oidcClientMetadata.postLogoutRedirectUris.find((uri) => URL.parse(uri)?.hostname === host) ?? `https://${host}`;

type Props = { application: Application };

function Existing({ application, domain }: Props & { domain: CustomDomain }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  const { id } = application;
  const { domain: name, status } = domain;
  const isActive = status === 'Active';
  return (
    <div className={classes.domain}>
      <div className={classes.domainHead}>
        <bdi className={`mono ${classes.name}`} dir="ltr">
          {name}
        </bdi>
        <StateTag state={states[status]}>{t(`applications.protected.domain.states.${status}`)}</StateTag>
        <span className={classes.domainActions}>
          <CopyButton value={name} label={name} />
          {isActive && <OpenLink name={name} url={baseOf(application, name)} />}
          <RowMenu
            name={name}
            deleteLabel={t('general.delete')}
            onDelete={() =>
              void remove({
                title: t('applications.protected.domain.delete_title', { name }),
                text: t(`applications.protected.domain.${isActive ? 'delete_active_text' : 'delete_text'}`),
                done: t('applications.protected.domain.deleted_toast'),
                remove: () => removeCustomDomain(api, id, name),
                about: [
                  { queryKey: customDomainsQuery(api, id).queryKey },
                  { queryKey: applicationQuery(api, id).queryKey },
                ],
              })
            }
          />
        </span>
      </div>
      {!isActive && <Activation domain={domain} />}
    </div>
  );
}

function CustomDomains({ application, domains }: Props & { domains: readonly CustomDomain[] }) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { id } = application;
  const refresh = () =>
    Promise.all(
      [customDomainsQuery(api, id), applicationQuery(api, id)].map(({ queryKey }) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  if (domains.length === 0) return <AddDomain id={id} onAdded={refresh} />;
  return domains.map((domain) => <Existing key={domain.domain} application={application} domain={domain} />);
}

export function DomainSection({ application }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: domains, error, refetch } = useQuery(customDomainsQuery(api, application.id));
  const host = application.protectedAppMetadata?.host ?? '';
  const hasOther = domains?.some(({ status }) => status === 'Active') ?? false;
  const isUnavailable = error instanceof ApiProblem && error.status === 501;
  return (
    <FormSection
      id="domain"
      title={t('applications.protected.domain.title')}
      text={t('applications.protected.domain.text')}
    >
      <div className={classes.domain}>
        <div className={classes.domainHead}>
          <bdi className={`mono ${classes.name}`} dir="ltr">
            {host}
          </bdi>
          <StateTag state={hasOther ? 'neutral' : 'success'}>
            {t(`applications.protected.domain.${hasOther ? 'default' : 'default_in_use'}`)}
          </StateTag>
          <span className={classes.domainActions}>
            <CopyButton value={host} label={host} />
            <OpenLink name={host} url={baseOf(application, host)} />
          </span>
        </div>
      </div>
      {isUnavailable && <Notice>{t('applications.protected.domain.not_configured')}</Notice>}
      {!domains && error && !isUnavailable && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!domains && !error && <Skeleton height={60} />}
      {domains && <CustomDomains application={application} domains={domains} />}
    </FormSection>
  );
}
