// Setup links of a connector: the administrator of the company opens one and completes the connector, without an account
// here.
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SsoSetupLink } from '@tessera/contract/sso-setup-links';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirmedAction } from '../../kit/confirmed-action.ts';
import { CopyField } from '../../kit/copy-field.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { Expiry } from '../../kit/expiry.tsx';
import { type Column, ListTable, ListTableSkeleton } from '../../kit/list-table.tsx';
import { type Days, ExpiryChoice, expiresIn } from '../applications/expiry-choice.tsx';
import { setupLinksQuery } from './query.ts';
import classes from './sso-connectors.module.css';

const path = '/sso-connectors/:ssoConnectorId/setup-links';
const lifetimes = ['1', '7', '30'] as const satisfies readonly Days[];

type Props = { ssoConnectorId: string; onClose: () => void };

function useRevocation(ssoConnectorId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  return useConfirmedAction<SsoSetupLink>({
    question: () => ({
      title: t('sso-connectors.setup_links.revoke_title'),
      text: t('sso-connectors.setup_links.revoke_text'),
      confirmLabel: t('sso-connectors.setup_links.revoke'),
      danger: true,
    }),
    act: ({ id }) => api.management.del(`${path}/:setupLinkId`, { params: { ssoConnectorId, setupLinkId: id } }),
    doneText: () => t('sso-connectors.setup_links.revoked_toast'),
    onDone: () => queryClient.invalidateQueries({ queryKey: setupLinksQuery(api, ssoConnectorId).queryKey }),
  });
}

function Links({ ssoConnectorId }: { ssoConnectorId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: links, error, refetch } = useQuery(setupLinksQuery(api, ssoConnectorId));
  const revocation = useRevocation(ssoConnectorId);
  const title = t('sso-connectors.setup_links.list');
  const columns: Column<SsoSetupLink>[] = [
    {
      key: 'created',
      title: t('sso-connectors.setup_links.created'),
      cell: ({ createdAt }) => <DateText value={createdAt} />,
    },
    {
      key: 'used',
      title: t('sso-connectors.setup_links.used'),
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? t('sso-connectors.setup_links.never_used') : <DateText value={lastUsedAt} />,
    },
    {
      key: 'expires',
      title: t('sso-connectors.setup_links.expires'),
      cell: ({ expiresAt }) => <Expiry value={expiresAt} />,
    },
    {
      key: 'actions',
      title: t('general.actions'),
      cell: (link) => (
        <Button variant="default" size="compact-sm" onClick={() => revocation.ask(link)}>
          {t('sso-connectors.setup_links.revoke')}
        </Button>
      ),
    },
  ];
  if (!links) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <ListTableSkeleton title={title} columns={columns} rows={1} />;
  }
  if (links.length === 0) return null;
  return <ListTable title={title} items={links} rowKey={({ id }) => id} stale={false} columns={columns} />;
}

export function SetupLinks({ ssoConnectorId, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const [days, setDays] = useState<(typeof lifetimes)[number]>('7');
  const create = useMutation({
    mutationFn: () =>
      api.management.post(path, {
        params: { ssoConnectorId },
        body: { expiresAt: expiresIn(days, Date.now()) ?? 0 },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: setupLinksQuery(api, ssoConnectorId).queryKey }),
  });
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={t('sso-connectors.setup_links.title')}
      // A click outside must not lose a link that cannot be shown again.
      closeOnClickOutside={!create.data}
      unsaved={false}
    >
      <div className={classes.setupLinks}>
        <p className={classes.hint}>
          {t('sso-connectors.setup_links.text')}{' '}
          <Link to="/audit-logs" search={{ event: 'SsoConnector.SetupLink' }}>
            {t('sso-connectors.setup_links.log')}
          </Link>
        </p>
        {create.data ? (
          <CopyField
            label={t('sso-connectors.setup_links.created_label')}
            description={t('sso-connectors.setup_links.created_text')}
            value={create.data.secretUrl}
          />
        ) : (
          <div className={classes.newLink}>
            <ExpiryChoice days={days} onChange={setDays} choices={lifetimes} />
            <BusyButton busy={create.isPending} onClick={() => create.mutate()}>
              {t('sso-connectors.setup_links.create')}
            </BusyButton>
          </div>
        )}
        <Links ssoConnectorId={ssoConnectorId} />
      </div>
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('general.close')}
        </Button>
      </div>
    </Dialog>
  );
}
