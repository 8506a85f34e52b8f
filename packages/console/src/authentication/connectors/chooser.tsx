// Choose the provider of a new connector, shown over the list.
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { useLeaveOverlay } from '../../kit/leave-overlay.ts';
import { PageLoader } from '../../kit/loader.tsx';
import { NotFound } from '../../kit/not-found.tsx';
import { Tag } from '../../kit/tag.tsx';
import { cardClass, cardsClass } from '../guides/guide-card.tsx';
import { GuideFrame } from '../guides/guide-frame.tsx';
import { connectorsQuery } from '../sign-in-experience/query.ts';
import classes from './chooser.module.css';
import { ConnectorLogo } from './connector-logo.tsx';
import { useLocalized } from './connector-name.ts';
import { type Choice, choicesOf } from './groups.ts';
import { type Factory, factoriesQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/connectors/passwordless/create/$type');

export function MessageChooser() {
  const { type } = route.useParams();
  return type === 'Email' || type === 'Sms' ? <Chooser type={type} list="/connectors/passwordless" /> : <NotFound />;
}

export const SocialChooser = () => <Chooser type="Social" list="/connectors/social" />;

type Option = Choice['options'][number];

function Facts({ factory }: { factory: Factory }) {
  const localized = useLocalized();
  return (
    <>
      <ConnectorLogo connector={factory} size={36} />
      <span className={classes.about}>
        <bdi className={classes.name}>{localized(factory.name)}</bdi>
        <span className={classes.description}>{localized(factory.description)}</span>
      </span>
    </>
  );
}

/** Leads to the setup, or to the connector that exists already. */
function Tile({ option: { factory, existing } }: { option: Option }) {
  const { t } = useTranslation();
  if (!existing) {
    return (
      <Link to="/connectors/setup/$factoryId" params={{ factoryId: factory.id }} className={cardClass}>
        <Facts factory={factory} />
      </Link>
    );
  }
  return (
    <Link to="/connectors/$id" params={{ id: existing.id }} className={cardClass}>
      <Facts factory={factory} />
      <Tag>{t(factory.type === 'Social' ? 'connectors.choose.added' : 'connectors.choose.current')}</Tag>
    </Link>
  );
}

/** One provider with a connector per platform. */
function PlatformTile({ factory: first, options }: { factory: Factory; options: readonly Option[] }) {
  const { t } = useTranslation();
  const localized = useLocalized();
  return (
    <div className={`${cardClass} ${classes.platforms}`}>
      <ConnectorLogo connector={first} size={36} />
      <span className={classes.about}>
        <bdi className={classes.name}>{localized(first.name)}</bdi>
        <span className={classes.links}>
          {options.map(({ factory, existing }) => {
            const platform = t(`connectors.platforms.${factory.platform ?? 'Universal'}`);
            const label = t('connectors.choose.platform', { name: localized(factory.name), platform });
            return existing ? (
              <Link key={factory.id} to="/connectors/$id" params={{ id: existing.id }} aria-label={label}>
                {platform} · {t('connectors.choose.added')}
              </Link>
            ) : (
              <Link
                key={factory.id}
                to="/connectors/setup/$factoryId"
                params={{ factoryId: factory.id }}
                aria-label={label}
              >
                {platform}
              </Link>
            );
          })}
        </span>
      </span>
    </div>
  );
}

function Choices({ choices }: { choices: readonly Choice[] }) {
  return (
    <ul className={cardsClass}>
      {choices.map(({ target, options }) => {
        const [first] = options;
        if (!first) return null;
        // Standard connectors have no platforms.
        return options.length > 1 ? (
          <li key={target}>
            <PlatformTile factory={first.factory} options={options} />
          </li>
        ) : (
          <li key={target}>
            <Tile option={first} />
          </li>
        );
      })}
    </ul>
  );
}

type Props = { type: Factory['type']; list: '/connectors/passwordless' | '/connectors/social' };

function Chooser({ type, list }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const close = useLeaveOverlay(list);
  const [keyword, setKeyword] = useState('');
  const factories = useQuery(factoriesQuery(api));
  const connectors = useQuery(connectorsQuery(api));
  const { error } = factories.data ? connectors : factories;
  const retry = () => void Promise.all([factories.refetch(), connectors.refetch()]);
  return (
    <GuideFrame
      title={t(`connectors.choose.title.${type}`)}
      subtitle={t(`connectors.choose.subtitle.${type}`)}
      closeLabel={t('general.close')}
      focusesTitle={false}
      onClose={close}
    >
      <div className={classes.page}>
        <search>
          <TextInput
            aria-label={t('connectors.choose.search')}
            placeholder={t('connectors.choose.search')}
            leftSection={<IconSearch size={16} />}
            value={keyword}
            onChange={(event) => setKeyword(event.currentTarget.value)}
            data-autofocus
          />
        </search>
        {content()}
      </div>
    </GuideFrame>
  );

  function content() {
    if (!factories.data || !connectors.data) {
      return error ? <ErrorState error={error} onRetry={retry} /> : <PageLoader />;
    }
    const groups = choicesOf(factories.data, connectors.data, { type, keyword });
    const count = groups.reduce((sum, { choices }) => sum + choices.length, 0);
    return (
      <>
        <p className={count === 0 ? classes.nothing : 'visually-hidden'} role="status">
          {count === 0 ? t('connectors.choose.nothing', { keyword }) : t('list.results', { count })}
        </p>
        {groups.map(({ group, choices }) => (
          <section key={group} aria-label={t(`connectors.choose.groups.${group}`)}>
            {type === 'Social' && <h2 className={classes.title}>{t(`connectors.choose.groups.${group}`)}</h2>}
            <Choices choices={choices} />
          </section>
        ))}
      </>
    );
  }
}
