// Rows of a file that were not or will not be imported, with reasons.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { UserImport } from '@tessera/contract/user-imports';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { NothingIllustration } from '../../kit/nothing-illustration.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { problemsQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/users/import/$importId');

function ReportButton({ item: { id, fileName } }: { item: UserImport }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const report = useMutation({
    mutationFn: () => api.management.download('/user-imports/:importId/report', { params: { importId: id } }),
    onSuccess: (content) => saveFile(content, `${fileName}-report.csv`),
  });
  return (
    <Button variant="default" leftSection={<IconDownload size={14} />} onClick={() => report.mutate()}>
      {t('user-imports.report')}
    </Button>
  );
}

export function Problems({ item }: { item: UserImport }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...problemsQuery(api, item.id, search), placeholderData: keepPreviousData });
  const number = new Intl.NumberFormat(i18n.language, { useGrouping: false });
  return (
    <ListSection
      title={t('user-imports.problem_list')}
      search={search}
      query={query}
      actions={<ReportButton item={item} />}
      rowKey={({ rowNumber, field }) => `${rowNumber} ${field}`}
      columns={[
        {
          key: 'row',
          title: t('user-imports.row'),
          width: '10%',
          cell: ({ rowNumber }) => number.format(rowNumber),
        },
        {
          key: 'who',
          title: t('user-imports.who'),
          width: '26%',
          cell: ({ identifier }) => (identifier ? <bdi>{identifier}</bdi> : <NoValue />),
        },
        {
          key: 'field',
          title: t('user-imports.field'),
          width: '20%',
          cell: ({ field }) => (field === '' ? t('user-imports.whole_row') : <code dir="ltr">{field}</code>),
        },
        { key: 'what', title: t('user-imports.what'), width: '44%', cell: ({ message }) => message },
      ]}
      empty={
        <EmptyState
          illustration={<NothingIllustration />}
          title={t('user-imports.no_problems')}
          text={t('user-imports.no_problems_text')}
        />
      }
    />
  );
}
