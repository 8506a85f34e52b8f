// Creates a secret that works for a while, or until somebody deletes it.
import { NativeSelect } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { secretsQuery } from './query.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { nameTaken } from './secret-name.ts';

const never = 'never';
const day = 86_400_000;

export function CreateSecret({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [days, setDays] = useState(never);
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  const expiresAt = (from: number) => (days === never ? undefined : from + Number(days) * day);

  const create = useMutation({
    mutationFn: (name: string) => {
      const end = expiresAt(Date.now());
      return api.management.post('/applications/:id/secrets', {
        params: { id },
        body: { name, ...(end !== undefined && { expiresAt: end }) },
      });
    },
    meta: { suppress: [nameTaken] },
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: secretsQuery(api, id).queryKey });
      toast(t('applications.secrets.created_toast', { name }));
      onClose();
    },
  });

  const end = expiresAt(now);
  const moment = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <SecretDialog
      title={t('applications.secrets.create_title')}
      submitLabel={t('general.create')}
      initialName=""
      busy={create.isPending}
      error={create.error}
      onSubmit={create.mutate}
      onClose={onClose}
    >
      <NativeSelect
        mt="md"
        label={t('applications.secrets.expiration')}
        rightSection={<IconChevronDown size={16} />}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
        description={
          end === undefined
            ? t('applications.secrets.never_hint')
            : t('applications.secrets.expires_at', { moment: moment.format(end) })
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={[
          ...[7, 30, 180, 365].map((count) => ({
            value: String(count),
            label: t('applications.secrets.in_days', { count }),
          })),
          { value: never, label: t('expiry.never') },
        ]}
      />
    </SecretDialog>
  );
}
