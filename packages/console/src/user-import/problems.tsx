// The rows of a file that were not, or will not be, imported: each with what is wrong.
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { UserImport } from '@tessera/contract/user-imports';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListSection } from '../kit/list-section.tsx';
import { NothingIllustration } from '../kit/nothing-illustration.tsx';
import { saveFile } from '../kit/save-file.ts';
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
      {t('user-import.report')}
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
      title={t('user-import.problem_list')}
      search={search}
      query={query}
      actions={<ReportButton item={item} />}
      rowKey={({ rowNumber, field }) => `${rowNumber} ${field}`}
      columns={[
        {
          key: 'row',
          title: t('user-import.row'),
          width: '10%',
          cell: ({ rowNumber }) => number.format(rowNumber),
        },
        {
          key: 'who',
          title: t('user-import.who'),
          width: '26%',
          cell: ({ identifier }) => <bdi>{identifier ?? '–'}</bdi>,
        },
        {
          key: 'field',
          title: t('user-import.field'),
          width: '20%',
          cell: ({ field }) => (field === '' ? t('user-import.whole_row') : <code dir="ltr">{field}</code>),
        },
        { key: 'what', title: t('user-import.what'), width: '44%', cell: ({ message }) => message },
      ]}
      empty={
        <EmptyState
          illustration={<NothingIllustration />}
          title={t('user-import.no_problems')}
          text={t('user-import.no_problems_text')}
        />
      }
    />
  );
}
