// Profile fields collected after registration, in order. Changes apply immediately.
import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { Notice } from '../../kit/notice.tsx';
import { SortableList } from '../../kit/sortable-list.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { TagList } from '../../kit/tag-list.tsx';
import { PlanTag, useIncluded } from '../../platform/plans/plan.tsx';
import { dataKeys } from './field-defaults.ts';
import { FieldIcon } from './field-icon.tsx';
import classes from './field-list.module.css';
import { fieldName } from './field-name.ts';
import { FieldsIllustration } from './illustration.tsx';
import { fieldsQuery, type ProfileField } from './query.ts';

export function FieldList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery(fieldsQuery(api));
  const isIncluded = useIncluded('collectUserProfileEnabled');
  const add = (
    <Button
      leftSection={<IconPlus size={14} />}
      rightSection={<PlanTag feature="collectUserProfileEnabled" />}
      {...(isIncluded
        ? { renderRoot: (props) => <Link {...props} to="/sign-in-experience/collect-user-profile/create" /> }
        : { disabled: true })}
    >
      {t('custom-profile-fields.add')}
    </Button>
  );
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <p className={classes.text}>{t('custom-profile-fields.text')}</p>
        {data && data.length > 0 && add}
      </div>
      {!isIncluded && <Notice severity="warning">{t('plan.not_included')}</Notice>}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Rows />}
      {data?.length === 0 && (
        <EmptyState
          illustration={<FieldsIllustration />}
          title={t('custom-profile-fields.empty_title')}
          text={t('custom-profile-fields.empty_text')}
          action={add}
        />
      )}
      {data && data.length > 0 && <Fields fields={data} />}
      <Outlet />
    </div>
  );
}

function Fields({ fields }: { fields: readonly ProfileField[] }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const { queryKey } = fieldsQuery(api);
  const order = useMutation({
    mutationFn: (moved: readonly ProfileField[]) =>
      api.management.post('/custom-profile-fields/properties/sie-order', {
        body: { order: moved.map(({ name }, index) => ({ name, sieOrder: index + 1 })) },
      }),
    // Optimistic update, undone if the server refuses.
    onMutate: (moved) => queryClient.setQueryData(queryKey, [...moved]),
    onSuccess: () => toast(t('custom-profile-fields.ordered')),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const nameOf = ({ name, label }: ProfileField) => fieldName(name, label, t);
  return (
    <>
      <div className={`${classes.row} ${classes.titles}`} aria-hidden="true">
        <span>{t('custom-profile-fields.columns.label')}</span>
        <span>{t('custom-profile-fields.columns.type')}</span>
        <span>{t('custom-profile-fields.columns.keys')}</span>
      </div>
      <SortableList
        label={t('custom-profile-fields.list')}
        items={fields}
        idOf={({ name }) => name}
        nameOf={nameOf}
        onMove={(moved) => order.mutate(moved)}
        row={(field) => (
          <div className={classes.row}>
            <Link
              to="/sign-in-experience/collect-user-profile/fields/$fieldName"
              params={{ fieldName: field.name }}
              className={classes.name}
            >
              <bdi>{nameOf(field)}</bdi>
            </Link>
            <span className={classes.type}>
              <FieldIcon type={field.type} />
              {t(`custom-profile-fields.types.${field.type}`)}
            </span>
            <span dir="ltr" className={classes.keys}>
              <TagList items={dataKeys(field).map((key) => ({ id: key, name: key }))} />
            </span>
          </div>
        )}
      />
    </>
  );
}

const widths = [62, 48, 70, 55, 66, 44, 58, 50];

function Rows() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('general.loading')} className={classes.skeleton}>
      {widths.map((width) => (
        <Skeleton key={width} height={40} radius="sm" />
      ))}
    </div>
  );
}
