// An API guide filled with the values of an API resource.
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '@tessera/contract/resources';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useDomainChoice } from '../../authentication/connectors/domain-choice.tsx';
import classes from '../../authentication/guides/guide-page.module.css';
import { GuideSteps } from '../../authentication/guides/guide-steps.tsx';
import { guideQuery } from '../../authentication/guides/load-guide.ts';
import { type PackageManager, ReadingProvider } from '../../authentication/guides/reading.tsx';
import type { ApiGuideMeta } from '../../authentication/guides/registry.ts';
import { StepsSkeleton } from '../../authentication/guides/steps-skeleton.tsx';
import { valuesOfApi } from '../../authentication/guides/values.ts';
import { ErrorState } from '../../kit/error-state.tsx';
import { Notice } from '../../kit/notice.tsx';
import { resourceQuery } from './query.ts';

function Reading({ resource, children }: { resource: Resource; children: ReactNode }) {
  const { settings } = useServices();
  const { endpoint, domainField } = useDomainChoice();
  const [packageManager, setPackageManager] = useState<PackageManager>('npm');
  const facts = {
    endpoint,
    namespace: settings.namespace,
    managementResource: settings.wire.managementResource(settings.tenantId),
  };
  return (
    <ReadingProvider
      value={{
        resource,
        shown: valuesOfApi(facts, resource.indicator),
        readSecret: undefined,
        secretShown: false,
        toggleSecret: () => {},
        packageManager,
        setPackageManager,
      }}
    >
      {domainField}
      {children}
    </ReadingProvider>
  );
}

export function useApiGuide(id: string, meta: ApiGuideMeta) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const resource = useQuery(resourceQuery(api, id));
  const guide = useQuery(guideQuery(meta.id));
  const failed = [resource, guide].filter(({ data, error }) => error && !data);

  const content = (): ReactNode => {
    if (failed[0]) {
      return <ErrorState error={failed[0].error} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />;
    }
    if (!resource.data || !guide.data) return <StepsSkeleton />;
    return (
      <Reading resource={resource.data}>
        {!i18n.language.startsWith('en') && <Notice>{t('guides.english_only')}</Notice>}
        <GuideSteps guide={guide.data} meta={meta} />
      </Reading>
    );
  };
  return {
    resource: resource.data,
    /** Undefined until everything has loaded. */
    steps: resource.data && guide.data?.steps,
    content: <div className={classes.content}>{content()}</div>,
  };
}

/** For the drawer, which has no table of contents. */
export function ApiGuide({ id, meta }: { id: string; meta: ApiGuideMeta }) {
  return useApiGuide(id, meta).content;
}
