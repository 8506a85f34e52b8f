// Whether a protected application can be reached: its custom domain step by step, and the site behind it.
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { BusyButton } from '../../../kit/busy-button.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { FormSection } from '../../../kit/form-section.tsx';
import { ListTable, ListTableSkeleton } from '../../../kit/list-table.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import { type DomainCheck, domainHealthQuery } from './query.ts';

const states = { passed: 'success', failed: 'error', skipped: 'neutral' } as const;

export function ReachabilitySection({ id }: { id: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, isFetching, refetch } = useQuery(domainHealthQuery(api, id));
  const title = t('application-health.reachability.title');
  const columns = [
    {
      key: 'check',
      title: t('application-health.reachability.check'),
      cell: ({ check }: DomainCheck) => t(`application-health.reachability.checks.${check}`),
    },
    {
      key: 'problem',
      title: t('application-health.reachability.problem'),
      width: '50%',
      cell: ({ problem }: DomainCheck) => problem ?? '',
    },
    {
      key: 'result',
      title: t('application-health.reachability.result'),
      width: '18%',
      cell: ({ result }: DomainCheck) => (
        <StateTag state={states[result]}>{t(`application-health.reachability.results.${result}`)}</StateTag>
      ),
    },
  ];
  return (
    <FormSection
      id="reachability"
      title={title}
      text={t('application-health.reachability.text')}
      action={
        <BusyButton
          variant="default"
          busy={isFetching}
          leftSection={<IconRefresh size={14} aria-hidden="true" />}
          onClick={() => void refetch()}
        >
          {t('application-health.reachability.again')}
        </BusyButton>
      }
    >
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ListTableSkeleton title={title} columns={columns} rows={3} />}
      {data && (
        <ListTable title={title} items={data.checks} rowKey={({ check }) => check} stale={false} columns={columns} />
      )}
    </FormSection>
  );
}
