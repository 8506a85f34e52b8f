// The message templates page: types and channels, and the template of one type in one language.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { ConnectorTabs } from '../connectors/connector-tabs.tsx';
import classes from './message-templates.module.css';
import { type Sample, statusQuery, type TemplateLanguages, templateQuery, templatesQuery } from './query.ts';
import { TemplateForm } from './template-form.tsx';
import { channelOf, type TemplateSearch, typeOf } from './template-search.ts';
import { EditorSkeleton, TemplatesSkeleton } from './templates-skeleton.tsx';
import { TypeList } from './type-list.tsx';

const route = getRouteApi('/signed-in/layout/connectors/templates');

export function MessageTemplates() {
  const { t } = useTranslation();
  return (
    <div data-page="wide">
      <PageHeader title={t('connectors.title')} subtitle={t('connectors.subtitle')} />
      <ConnectorTabs />
      <TemplatesPanel />
    </div>
  );
}

function TemplatesPanel() {
  const { api } = useServices();
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(templatesQuery(api));
  if (data) return <Panels search={search} templates={data} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <TemplatesSkeleton />;
}

function Panels({ search, templates }: { search: TemplateSearch; templates: readonly TemplateLanguages[] }) {
  const [sample, setSample] = useState<Sample>({});
  const channel = channelOf(search);
  const ofChannel = templates.filter((one) => one.channel === channel);
  const current = ofChannel.find(({ templateType }) => templateType === typeOf(search));
  const languageTag = search.language ?? current?.languages[0]?.languageTag ?? 'en';
  return (
    <div className={classes.frame}>
      <div className={classes.columns}>
        <TypeList search={search} templates={ofChannel} />
        {current && (
          <Template
            key={`${channel}/${current.templateType}/${languageTag}`}
            current={current}
            languageTag={languageTag}
            sample={sample}
            onSample={setSample}
          />
        )}
      </div>
    </div>
  );
}

type TemplateProps = {
  current: TemplateLanguages;
  languageTag: string;
  sample: Sample;
  onSample: (sample: Sample) => void;
};

function Template({ current, languageTag, sample, onSample }: TemplateProps) {
  const { api } = useServices();
  const { channel, templateType } = current;
  const { data, error, refetch } = useQuery(templateQuery(api, { channel, templateType, languageTag }));
  const status = useQuery(statusQuery(api)).data;
  if (!data) {
    return (
      <div className={classes.whole}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <EditorSkeleton />}
      </div>
    );
  }
  return (
    <TemplateForm template={data} languages={current.languages} status={status} sample={sample} onSample={onSample} />
  );
}
