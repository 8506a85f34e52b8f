// Import users: file, expected format and earlier imports.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { UserImport } from '@tessera/contract/user-imports';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { BackLink } from '../../kit/details-page.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { rowLink } from '../../kit/list-table.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { NothingIllustration } from '../../kit/nothing-illustration.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { FileChoice } from './file-choice.tsx';
import { template, userFields } from './file-format.ts';
import { importsQuery, isUnderWay } from './query.ts';
import { Status } from './status.tsx';
import classes from './user-imports.module.css';

const route = getRouteApi('/signed-in/layout/users/import');
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

const whileUnderWay = 2000;

function FileName({ item: { id, fileName } }: { item: UserImport }) {
  return (
    <Link to="/users/import/$importId" params={{ importId: id }} className={rowLink}>
      <bdi>{fileName}</bdi>
    </Link>
  );
}

function Format() {
  const { t } = useTranslation();
  return (
    <div className={classes.format}>
      <p>{t('user-imports.format_text')}</p>
      <p>{t('user-imports.passwords')}</p>
      <p className={classes.columns}>
        {userFields.map((name) => (
          <code key={name} dir="ltr">
            {name}
          </code>
        ))}
      </p>
      <Button
        variant="default"
        leftSection={<IconDownload size={14} />}
        onClick={() => saveFile(template(), 'users-template.csv')}
      >
        {t('user-imports.template')}
      </Button>
    </div>
  );
}

export function Imports() {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const navigate = useNavigate();
  const number = new Intl.NumberFormat(i18n.language);
  const query = useQuery({
    ...importsQuery(api, search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? whileUnderWay : false),
  });
  const { dialog, ...others } = search;
  return (
    <>
      <BackLink to="/users">{t('users.details.back')}</BackLink>
      <PageHeader
        title={t('user-imports.title')}
        subtitle={t('user-imports.subtitle')}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={14} />}
            renderRoot={(props) => <Link to="/users/import" search={{ ...search, dialog: 'export' }} {...props} />}
          >
            {t('user-imports.export')}
          </Button>
        }
      />
      <FileChoice from={search.from} />
      <FormSections>
        <FormSection title={t('user-imports.format_title')} text={null}>
          <Format />
        </FormSection>
      </FormSections>
      <h2>{t('user-imports.earlier')}</h2>
      <ListSection
        title={t('user-imports.earlier')}
        search={search}
        query={query}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', title: t('user-imports.name'), width: '40%', cell: (item) => <FileName item={item} /> },
          { key: 'status', title: t('user-imports.status'), width: '18%', cell: (item) => <Status {...item} /> },
          {
            key: 'users',
            title: t('user-imports.users'),
            width: '12%',
            cell: ({ isDryRun, createdCount }) => (isDryRun ? <NoValue /> : number.format(createdCount)),
          },
          {
            key: 'updated',
            title: t('user-imports.updated'),
            width: '12%',
            priority: 4,
            cell: ({ isDryRun, updatedCount }) => (isDryRun ? <NoValue /> : number.format(updatedCount)),
          },
          {
            key: 'problems',
            title: t('user-imports.problems'),
            width: '12%',
            cell: ({ conflictCount, invalidCount }) => number.format(conflictCount + invalidCount),
          },
          {
            key: 'time',
            title: t('user-imports.time'),
            width: '14%',
            cell: ({ createdAt }) => <DateText value={createdAt} />,
          },
        ]}
        empty={
          <EmptyState
            illustration={<NothingIllustration />}
            title={t('user-imports.none_title')}
            text={t('user-imports.none_text')}
          />
        }
      />
      {dialog === 'export' && (
        <Suspense>
          <ExportDialog onClose={() => void navigate({ to: '/users/import', search: others })} />
        </Suspense>
      )}
    </>
  );
}
