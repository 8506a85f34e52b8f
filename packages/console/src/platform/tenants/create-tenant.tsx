// Dialog to create a tenant: name, region and tag.
import { Button, Loader, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Tag } from '../../kit/tag.tsx';
import classes from './create-tenant.module.css';
import { tenantsQuery } from './own-tenants.ts';
import { isRegion, type RegionId, useRegionName } from './region-name.ts';

// The only tag that needs no plan.
const tag = 'development';
const maxNameLength = 128;
const defaultRegion: RegionId = 'EU';

export function CreateTenant({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={t('tenants.create.title')}>
      <CreateTenantForm onClose={onClose} />
    </Dialog>
  );
}

function CreateTenantForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { api, session } = useServices();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: '', regionName: defaultRegion },
    validate: { name: (name) => (name.trim() === '' ? t('fields.name_required') : null) },
  });
  const create = useMutation({
    mutationFn: (body: { name: string; regionName: RegionId }) =>
      api.cloud.post('/tenants', { body: { ...body, tag } }),
    onSuccess: async (tenant) => {
      queryClient.setQueryData(tenantsQuery(api).queryKey, (own) => [tenant, ...(own ?? [])]);
      await session.leave(`/${tenant.id}`);
    },
  });
  const submit = form.onSubmit(({ name, regionName }) => create.mutate({ name: name.trim(), regionName }));

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextInput
        {...form.getInputProps('name')}
        label={t('tenants.name')}
        placeholder={t('tenants.create.name_placeholder')}
        maxLength={maxNameLength}
        withAsterisk
        data-autofocus
      />
      <RegionChoice value={form.values.regionName} onChange={(region) => form.setFieldValue('regionName', region)} />
      <div>
        <p className={classes.label}>{t('tenants.tag')}</p>
        <div className={classes.purpose}>
          <Tag>{t(`tenants.tags.${tag}`)}</Tag>
          <span>{t('tenants.create.development_text')}</span>
        </div>
      </div>
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {t('general.cancel')}
        </Button>
        <Button type="submit" loading={create.isPending || create.isSuccess}>
          {t('general.create')}
        </Button>
      </div>
    </form>
  );
}

function RegionChoice({ value, onChange }: { value: string; onChange: (region: RegionId) => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error } = useQuery({ ...api.cloud.query('/me/regions'), meta: { panel: true } });
  const nameOf = useRegionName();
  const regions = data?.regions.filter(({ id, tags }) => isRegion(id) && tags.includes(tag)) ?? [];
  return (
    <Radio.Group
      label={t('tenants.region')}
      description={t('tenants.create.region_text')}
      value={value}
      onChange={(id) => isRegion(id) && onChange(id)}
      error={error && messageOf(error, t)}
    >
      <div className={classes.regions}>
        {!data && !error && <Loader size={16} className="late" />}
        {regions.map(({ id }) => (
          <Radio key={id} value={id} label={nameOf(id)} />
        ))}
      </div>
    </Radio.Group>
  );
}
