// Full-screen setup of a connector: instructions next to the form.
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { FormSections } from '../../kit/form-section.tsx';
import { PageLoader } from '../../kit/loader.tsx';
import { NotFound } from '../../kit/not-found.tsx';
import { Notice } from '../../kit/notice.tsx';
import { GuideFrame } from '../guides/guide-frame.tsx';
import { unsavedInput } from '../guides/unsaved-input.ts';
import { connectorsQuery } from '../sign-in-experience/query.ts';
import { hasCallback, useGuideValues } from './callback-urls.tsx';
import { ConnectorLogo } from './connector-logo.tsx';
import { useLocalized } from './connector-name.ts';
import { ConnectorSections } from './form-sections.tsx';
import { factsOfFactory } from './own-values.ts';
import { type Factory, factoriesQuery } from './query.ts';
import classes from './setup.module.css';
import { useSetupForm } from './setup-form.ts';

const ConnectionTest = lazy(async () => ({ default: (await import('./connection-test.tsx')).ConnectionTest }));
const Readme = lazy(async () => ({ default: (await import('./readme.tsx')).Readme }));
const TestSender = lazy(async () => ({ default: (await import('./test-sender.tsx')).TestSender }));
const route = getRouteApi('/signed-in/layout/connectors/setup/$factoryId');
/** Ties the button in the footer to the form. */
const formId = 'connector-setup';
/** A new connector has no stored secrets. */
const noSecrets = { revealed: {}, reveal: () => {} };

export function ConnectorSetup() {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const { factoryId } = route.useParams();
  const { id } = route.useSearch();
  const { data, error, refetch } = useQuery(factoriesQuery(api));
  if (data && id !== undefined) {
    const factory = data.find((one) => one.id === factoryId && !one.isDemo);
    return factory ? <Setup key={`${factoryId} ${id}`} factory={factory} id={id} /> : <NotFound />;
  }
  return (
    <GuideFrame
      title={t('connectors.setup.loading')}
      subtitle=" "
      closeLabel={t('general.close')}
      onClose={() => void navigate({ to: '/connectors' })}
    >
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PageLoader />}
    </GuideFrame>
  );
}

/** Names the connector that a new one of this type replaces. */
function ReplacementNotice({ type }: Pick<Factory, 'type'>): ReactNode {
  const { t } = useTranslation();
  const { api } = useServices();
  const localized = useLocalized();
  const { data = [] } = useQuery(connectorsQuery(api));
  const current = type === 'Social' ? undefined : data.find((one) => one.type === type);
  if (!current) return null;
  return (
    <div className={classes.notice}>
      <Notice severity="warning">{t('connectors.setup.replaces', { name: localized(current.name) })}</Notice>
    </div>
  );
}

function Setup({ factory, id }: { factory: Factory; id: string }) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const facts = factsOfFactory(factory);
  const name = localized(factory.name);
  const { form, onSubmit, isSaving, isChanged, close } = useSetupForm(facts, id);
  const hasGuide = factory.readme.trim() !== '';
  const values = useGuideValues(id);
  return (
    <GuideFrame
      title={t('connectors.setup.title', { name })}
      subtitle={localized(factory.description)}
      logo={<ConnectorLogo connector={factory} size={36} />}
      closeLabel={t('general.close')}
      onClose={close}
      footer={
        <>
          <span className={classes.start} role="status">
            {isChanged ? t('connectors.setup.draft') : ''}
          </span>
          <BusyButton type="submit" form={formId} busy={isSaving}>
            {t('connectors.setup.finish')}
          </BusyButton>
        </>
      }
    >
      <div className={classes.columns} data-guided={hasGuide || undefined}>
        {hasGuide && (
          <section className={classes.guide} aria-labelledby="connector-guide">
            <h2 id="connector-guide" className={classes.title}>
              {t('connectors.setup.guide')}
            </h2>
            <Suspense>
              <Readme connectorId={id} markdown={factory.readme} values={values} />
            </Suspense>
          </section>
        )}
        <form id={formId} className={classes.form} onSubmit={onSubmit} noValidate {...(isChanged && unsavedInput)}>
          <ReplacementNotice type={factory.type} />
          <FormSections>
            <ConnectorSections
              facts={facts}
              form={form}
              connectorId={id}
              isNew
              secrets={noSecrets}
              behavior={
                <Switch
                  label={t('connectors.form.on_page')}
                  description={t('connectors.form.on_page_hint')}
                  {...form.getInputProps('@onSignInPage', { type: 'checkbox' })}
                />
              }
            />
            {hasCallback(facts) && (
              <Suspense>
                <ConnectionTest facts={facts} form={form} connectorId={id} name={name} />
              </Suspense>
            )}
            {facts.type !== 'Social' && (
              <Suspense>
                <TestSender facts={facts} form={form} />
              </Suspense>
            )}
          </FormSections>
        </form>
      </div>
    </GuideFrame>
  );
}
