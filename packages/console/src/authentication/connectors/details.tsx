// Details page of a connector.

import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook, IconReplace } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { BackLink, DetailsPage, DetailsState } from '../../kit/details-page.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { type Connector, connectorsQuery } from '../sign-in-experience/query.ts';
import { activityQuery, worstOf } from './activity.ts';
import { useGuideValues } from './callback-urls.tsx';
import { ConnectorLogo } from './connector-logo.tsx';
import { useLocalized } from './connector-name.ts';
import classes from './connectors.module.css';
import { useConnectorDeletion } from './deletion.tsx';
import { DetailsForm } from './details-form.tsx';
import { FailingNotice } from './failing-notice.tsx';
import { connectorQuery, factoriesQuery } from './query.ts';
import { SignInPageStatus, useAddToSignInPage, useIsOnSignInPage } from './sign-in-page.tsx';

const GuidePanel = lazy(async () => ({ default: (await import('./guide-panel.tsx')).GuidePanel }));
const route = getRouteApi('/signed-in/layout/connectors/$id');

export function ConnectorDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const query = useQuery(connectorQuery(api, id));
  const list = query.data && query.data.type !== 'Social' ? '/connectors/passwordless' : '/connectors/social';
  const back = <BackLink to={list}>{t('connectors.details.back')}</BackLink>;
  if (!query.data) return <DetailsState back={back} query={query} notFoundTitle={t('connectors.details.not_found')} />;
  return <Details key={id} connector={query.data} back={back} />;
}

function MenuItems({ connector }: { connector: Connector }) {
  const { t } = useTranslation();
  const remove = useConnectorDeletion({ leaves: true });
  const { type } = connector;
  return (
    <>
      {type !== 'Social' && (
        <Menu.Item
          leftSection={<IconReplace size={16} />}
          renderRoot={(props) => <Link to="/connectors/passwordless/create/$type" params={{ type }} {...props} />}
        >
          {t('connectors.details.replace')}
        </Menu.Item>
      )}
      <DeleteItem onClick={() => void remove([connector])}>{t('general.delete')}</DeleteItem>
    </>
  );
}

/** A provider has one connector per platform: links to the others, and to the setup of missing ones. */
function Platforms({ connector }: { connector: Connector }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: connectors = [] } = useQuery(connectorsQuery(api));
  const { data: factories = [] } = useQuery(factoriesQuery(api));
  if (connector.platform === 'Universal' || connector.platform === null) return null;
  const isSame = ({ type, target }: Pick<Connector, 'type' | 'target'>) =>
    type === 'Social' && target === connector.target;
  const existing = connectors.filter(isSame);
  const missing = factories.filter(
    (factory) => isSame(factory) && !existing.some(({ connectorId }) => connectorId === factory.id),
  );
  return (
    <TabLinks label={t('connectors.details.platforms')}>
      {existing.map(({ id, platform }) => (
        <TabLink key={id} to="/connectors/$id" params={{ id }}>
          {t(`connectors.platforms.${platform ?? 'Universal'}`)}
        </TabLink>
      ))}
      {missing.map(({ id: factoryId, platform }) => (
        <TabLink key={factoryId} to="/connectors/setup/$factoryId" params={{ factoryId }}>
          {t('connectors.details.add_platform', { platform: t(`connectors.platforms.${platform ?? 'Universal'}`) })}
        </TabLink>
      ))}
    </TabLinks>
  );
}

function AddButton({ target }: { target: string }) {
  const { t } = useTranslation();
  const isOn = useIsOnSignInPage(target);
  const add = useAddToSignInPage();
  if (isOn !== false) return null;
  return (
    <BusyButton variant="default" busy={add.isPending} onClick={() => add.mutate(target)}>
      {t('connectors.details.add_to_page')}
    </BusyButton>
  );
}

function Details({ connector, back }: { connector: Versioned<Connector>; back: ReactNode }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const localized = useLocalized();
  const [isReading, guide] = useDisclosure();
  const { id, type, target, readme } = connector;
  const values = useGuideValues(id);
  const isSocial = type === 'Social';
  const { data: activity = [] } = useQuery(activityQuery(api));
  const failing = worstOf(activity.filter((one) => one.id === id));
  const status = failing ? (
    <StateTag state="error" framed>
      {t('connectors.social.failing')}
    </StateTag>
  ) : (
    isSocial && <SignInPageStatus target={target} framed />
  );
  return (
    <DetailsPage
      back={back}
      picture={<ConnectorLogo connector={connector} size={48} />}
      title={localized(connector.name)}
      type={t(`connectors.types.${type}`)}
      {...(status && { status })}
      facts={
        isSocial && (
          <code className={classes.target} dir="ltr">
            {target}
          </code>
        )
      }
      id={{ label: t('connectors.id'), value: id }}
      actions={
        <>
          {readme.trim() !== '' && (
            <Button variant="default" leftSection={<IconBook size={16} />} onClick={guide.open}>
              {t('connectors.setup.guide')}
            </Button>
          )}
          {isSocial && <AddButton target={target} />}
        </>
      }
      menu={<MenuItems connector={connector} />}
      tabs={<Platforms connector={connector} />}
    >
      {failing && <FailingNotice connector={connector} activity={failing} isOwnPage />}
      <DetailsForm connector={connector} />
      {isReading && (
        <Suspense>
          <GuidePanel connector={connector} values={values} onClose={guide.close} />
        </Suspense>
      )}
    </DetailsPage>
  );
}
