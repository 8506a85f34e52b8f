// Browsers in which a user signs in without a second factor, and forgetting them. Hidden while there are none.
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RememberedDevice } from '@tessera/contract/remembered-devices';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { PagedRows } from '../../kit/paged-rows.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { useDeviceText } from './device-text.ts';
import { aboutUser, devicesQuery } from './query.ts';
import { beganWidth, usedWidth } from './security-columns.ts';
import { useSecurityPage } from './security-page.ts';

function useForgetting(userId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const forget = useMutation({
    mutationFn: async (device: RememberedDevice | 'all') => {
      if (device === 'all') await api.management.del('/users/:userId/remembered-devices', { params: { userId } });
      else {
        const params = { userId, deviceId: device.id };
        await api.management.del('/users/:userId/remembered-devices/:deviceId', { params });
      }
    },
    onSuccess: (_, device) => {
      toast(device === 'all' ? t('users.devices.all_forgotten_toast') : t('users.devices.forgotten_toast'));
    },
    // It may have expired.
    onSettled: () => queryClient.invalidateQueries({ predicate: aboutUser(userId) }),
  });
  const ask = async (device: RememberedDevice | 'all', title: string, text: string) => {
    const agreed = await confirm({ title, text, confirmLabel: t('users.devices.forget'), danger: true });
    if (agreed) forget.mutate(device);
  };
  return {
    isPending: forget.isPending,
    one: (device: RememberedDevice, name: string) =>
      ask(device, t('users.devices.forget_title', { name }), t('users.devices.forget_text')),
    all: () => ask('all', t('users.devices.forget_all_title'), t('users.devices.forget_all_text')),
  };
}

export function RememberedDevices({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const page = useSecurityPage('devices');
  const query = useQuery({ ...devicesQuery(api, userId, page), placeholderData: keepPreviousData });
  const deviceText = useDeviceText();
  const forget = useForgetting(userId);
  if (!query.error && !query.data?.total) return null;
  return (
    <FormSection title={t('users.devices.title')} text={t('users.devices.text')}>
      <Block
        query={query}
        isEmpty={({ total }) => total === 0}
        none={t('users.devices.none')}
        {...(query.data &&
          query.data.total > 1 && {
            actions: (
              <BusyButton variant="default" busy={forget.isPending} onClick={() => void forget.all()}>
                {t('users.devices.forget_all')}
              </BusyButton>
            ),
          })}
      >
        {(data) => (
          <PagedRows
            title={t('users.devices.title')}
            data={data}
            page={page}
            parameter="devices"
            stale={query.isPlaceholderData}
            columns={[
              {
                key: 'device',
                title: t('users.devices.device'),
                cell: ({ userAgent, ip }) => (
                  <span className={classes.name}>
                    <span title={userAgent ?? ''}>{deviceText(userAgent)}</span>
                    {ip !== null && <bdi className={classes.small}>{ip}</bdi>}
                  </span>
                ),
              },
              {
                key: 'used',
                title: t('users.devices.used'),
                width: beganWidth,
                cell: ({ lastUsedAt, createdAt }) => <DateText value={lastUsedAt ?? createdAt} />,
              },
              {
                key: 'expires',
                title: t('users.devices.expires'),
                width: usedWidth,
                cell: ({ expiresAt }) => <DateText value={expiresAt} />,
              },
              {
                key: 'actions',
                title: t('general.actions'),
                cell: (device) => (
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    aria-label={t('users.devices.forget_named', { name: deviceText(device.userAgent) })}
                    onClick={() => void forget.one(device, deviceText(device.userAgent))}
                  >
                    {t('users.devices.forget')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Block>
    </FormSection>
  );
}
