// Details page of the configured CAPTCHA provider.

import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook, IconReplace } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CaptchaProvider, CaptchaType } from '@tessera/contract/captcha-provider';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { DeleteItem } from '../../kit/delete-item.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton } from '../../kit/details-page.tsx';
import { EditableForm } from '../../kit/editable-form.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { NotFound } from '../../kit/not-found.tsx';
import { SidePanel } from '../../kit/side-panel.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { experienceQuery } from '../sign-in-experience/query.ts';
import { CaptchaFields } from './captcha-fields.tsx';
import { CaptchaGuideText } from './captcha-guide-text.tsx';
import { providerQuery, type StoredProvider } from './captcha-query.ts';
import { type ConnectionValues, captchaIcons, checkConnection, configOf, connectionOf } from './captcha-types.tsx';
import { ChooseCaptcha } from './choose-captcha.tsx';

export function CaptchaDetails() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery(providerQuery(api));
  const back = <BackLink to="/security/captcha">{t('captcha.back')}</BackLink>;
  if (data) return <Details provider={data} back={back} />;
  if (data === null) return <NotFound />;
  if (!error) return <DetailsSkeleton back={back} />;
  return (
    <DetailsError back={back} error={error} notFoundTitle={t('captcha.provider')} onRetry={() => void refetch()} />
  );
}

/** Asks for confirmation; removing the provider also disables CAPTCHA. */
function useRemoval(type: CaptchaType) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const removal = useMutation({
    mutationFn: () => api.management.del('/captcha-provider'),
    onSuccess: async () => {
      toast(t('captcha.delete.done'));
      await navigate({ to: '/security/captcha', ignoreBlocker: true });
      queryClient.setQueryData(providerQuery(api).queryKey, null);
      void queryClient.invalidateQueries({ queryKey: experienceQuery(api).queryKey });
    },
  });
  return async () => {
    const agreed = await confirm({
      title: t('captcha.delete.title', { name: t(`captcha.types.${type}`) }),
      text: t('captcha.delete.text'),
      confirmLabel: t('general.delete'),
      danger: true,
    });
    if (agreed && !removal.isPending) removal.mutate();
  };
}

function Details({ provider, back }: { provider: StoredProvider; back: ReactNode }) {
  const { t } = useTranslation();
  const { type } = provider.config;
  const Icon = captchaIcons[type];
  const [isReading, guide] = useDisclosure();
  const [isChoosing, chooser] = useDisclosure();
  const remove = useRemoval(type);
  return (
    <DetailsPage
      back={back}
      icon={<Icon size={24} />}
      title={t(`captcha.types.${type}`)}
      type={t('captcha.captcha')}
      id={{ label: t('captcha.id'), value: provider.id }}
      actions={
        <Button variant="default" leftSection={<IconBook size={16} />} onClick={guide.open}>
          {t('captcha.guide')}
        </Button>
      }
      menu={
        <>
          <Menu.Item leftSection={<IconReplace size={16} />} onClick={chooser.open}>
            {t('captcha.change')}
          </Menu.Item>
          <DeleteItem onClick={() => void remove()}>{t('general.delete')}</DeleteItem>
        </>
      }
      tabs={null}
    >
      <Connection key={type} provider={provider} type={type} />
      {isReading && (
        <SidePanel onClose={guide.close} size={520} title={t('captcha.guide')}>
          <CaptchaGuideText type={type} />
        </SidePanel>
      )}
      {isChoosing && <ChooseCaptcha current={type} onClose={chooser.close} />}
    </DetailsPage>
  );
}

function Connection({ provider, type }: { provider: StoredProvider; type: CaptchaType }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const work = useDetailsForm<CaptchaProvider, ConnectionValues>({
    entity: provider,
    valuesOf: ({ config }) => connectionOf(config),
    validate: (values) => checkConnection(type, values, t),
    secrets: ['secretKey'],
    read: () => api.management.get('/captcha-provider'),
    write: (base, values) =>
      api.management.put('/captcha-provider', { body: { config: configOf(type, values) }, etag: base.etag }),
    onNewVersion: (saved) => void queryClient.setQueryData(providerQuery(api).queryKey, saved),
    fieldOf: ({ path }) => String(path[1]),
  });
  const { form } = work;
  return (
    <EditableForm work={work} labelOf={(field) => t(`captcha.fields.${type}.${field as 'siteKey'}`)}>
      <FormSection title={t('captcha.connection')} text={t('captcha.connection_text')}>
        <CaptchaFields type={type} form={form} hasSecret />
      </FormSection>
    </EditableForm>
  );
}
