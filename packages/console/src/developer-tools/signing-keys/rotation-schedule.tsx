// Schedules rotations of private keys.
import { NativeSelect, Skeleton } from '@mantine/core';
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RotationSchedule as Schedule } from '@tessera/contract/signing-keys';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { rotationQuery } from './key-kinds.ts';
import classes from './signing-keys.module.css';

const choices = [30, 60, 90, 180, 365];

export function RotationSchedule({ query }: { query: UseQueryResult<Schedule> }) {
  const { t } = useTranslation();
  const { data, error, refetch } = query;
  return (
    <section className={classes.block} aria-label={t('signing-keys.schedule.title')}>
      <h2>{t('signing-keys.schedule.title')}</h2>
      {data ? <Choice schedule={data} /> : pending()}
    </section>
  );

  function pending() {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={60} />;
  }
}

function Choice({ schedule: { everyDays, nextRotationAt } }: { schedule: Schedule }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const save = useMutation({
    mutationFn: (days: number | null) =>
      api.management.patch('/configs/oidc/private-keys/rotation', { body: { everyDays: days } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(rotationQuery(api).queryKey, saved);
      toast(t('unsaved.saved'));
    },
  });
  const days = [...new Set([...choices, ...(everyDays === null ? [] : [everyDays])])].sort((one, two) => one - two);
  return (
    <div className={classes.schedule}>
      <NativeSelect
        label={t('signing-keys.schedule.label')}
        description={t('signing-keys.schedule.text')}
        value={everyDays ?? ''}
        disabled={save.isPending}
        data={[
          { value: '', label: t('signing-keys.schedule.never') },
          ...days.map((count) => ({ value: String(count), label: t('signing-keys.schedule.days', { count }) })),
        ]}
        onChange={({ currentTarget: { value } }) => save.mutate(value === '' ? null : Number(value))}
      />
      {nextRotationAt !== null && (
        <p className={classes.upcoming}>
          {t('signing-keys.schedule.upcoming')} <DateText value={nextRotationAt} />
        </p>
      )}
    </div>
  );
}
