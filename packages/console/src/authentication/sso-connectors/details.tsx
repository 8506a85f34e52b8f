// Details page of an enterprise SSO connector.

import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { BackLink, DetailsPage, DetailsState } from '../../kit/details-page.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { ConnectorLogo } from '../connectors/connector-logo.tsx';
import { logosOf } from './branding.ts';
import { ConnectionGuide } from './connection-guide.tsx';
import { useSsoConnectorDeletion } from './deletion.tsx';
import { GuideButton } from './guide-button.tsx';
import { ssoConnectorQuery } from './query.ts';
import { SetupLinks } from './setup-links.tsx';
import classes from './sso-connectors.module.css';
import { TestedStatusTag } from './test-connection/tested-status-tag.tsx';

const route = getRouteApi('/signed-in/layout/enterprise-sso/$id');

/** An open guide must not deselect the tab. */
const tabOptions = { includeSearch: false };

export function SsoConnectorDetailsPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const remove = useSsoConnectorDeletion({ leaves: true });
  const { id } = route.useParams();
  const { guide, links, ...search } = route.useSearch();
  const closePanel = () => void navigate({ to: '.', search, replace: true });
  const query = useQuery(ssoConnectorQuery(api, id));
  const back = <BackLink to="/enterprise-sso">{t('sso-connectors.details.back')}</BackLink>;
  const connector = query.data;
  if (!connector) {
    return <DetailsState back={back} query={query} notFoundTitle={t('sso-connectors.details.not_found')} />;
  }
  const isSaml = connector.providerType === 'saml';
  const protocol = t(`sso-connectors.protocols.${connector.providerType}`);
  return (
    <DetailsPage
      back={back}
      picture={<ConnectorLogo connector={logosOf(connector)} size={48} />}
      title={connector.connectorName}
      status={<TestedStatusTag connector={connector} />}
      type={protocol}
      facts={connector.name !== protocol && <bdi className={classes.provider}>{connector.name}</bdi>}
      id={{ label: t('sso-connectors.id'), value: id }}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconLink size={16} />}
            renderRoot={(props) => <Link to="." search={{ ...search, links: 'open' }} {...props} />}
          >
            {t('sso-connectors.setup_links.title')}
          </Button>
          <GuideButton search={search} />
        </>
      }
      menu={<DeleteItem onClick={() => void remove(connector)}>{t('general.delete')}</DeleteItem>}
      tabs={
        <TabLinks label={t('sso-connectors.details.tabs')}>
          <TabLink to="/enterprise-sso/$id/connection" params={{ id }} search={{}} activeOptions={tabOptions}>
            {t('sso-connectors.details.connection')}
          </TabLink>
          <TabLink to="/enterprise-sso/$id/provisioning" params={{ id }} search={{}} activeOptions={tabOptions}>
            {t('sso-connectors.details.provisioning')}
          </TabLink>
          <TabLink to="/enterprise-sso/$id/experience" params={{ id }} search={{}} activeOptions={tabOptions}>
            {t('sso-connectors.details.experience')}
          </TabLink>
          {isSaml && (
            <TabLink to="/enterprise-sso/$id/idp-initiated-auth" params={{ id }} search={{}} activeOptions={tabOptions}>
              {t('sso-connectors.details.idp_initiated')}
            </TabLink>
          )}
        </TabLinks>
      }
    >
      <Outlet />
      {guide === 'open' && <ConnectionGuide connector={connector} onClose={closePanel} />}
      {links === 'open' && <SetupLinks ssoConnectorId={id} onClose={closePanel} />}
    </DetailsPage>
  );
}
