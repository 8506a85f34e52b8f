// Rotates a secret: creates a new one, while the old one keeps working until a chosen time.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { ExpiryChoice, expiresIn } from './expiry-choice.tsx';
import { secretsQuery } from './query.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { nameTaken, nextSecretName } from './secret-name.ts';

const overlaps = ['1', '7', '30', '90'] as const;

type Props = { id: string; name: string; names: readonly string[]; onClose: () => void };

export function RotateSecret({ id, name, names, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('7');

  const rotate = useMutation({
    mutationFn: (newName: string) =>
      api.management.post('/applications/:id/secrets', {
        params: { id },
        body: { name: newName, replaces: { name, expiresAt: expiresIn(overlap, Date.now()) ?? 0 } },
      }),
    meta: { suppress: [nameTaken] },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: secretsQuery(api, id).queryKey });
      toast(t('applications.secrets.rotated_toast'));
      onClose();
    },
  });

  return (
    <SecretDialog
      title={t('applications.secrets.rotate_title', { name })}
      submitLabel={t('applications.secrets.rotate')}
      nameLabel={t('applications.secrets.new_name')}
      initialName={nextSecretName(name, names)}
      busy={rotate.isPending}
      error={rotate.error}
      taken={{ code: nameTaken, text: t('applications.secrets.name_taken') }}
      onSubmit={rotate.mutate}
      onClose={onClose}
    >
      <ExpiryChoice
        label={t('applications.secrets.old_expires', { name })}
        choices={overlaps}
        days={overlap}
        onChange={setOverlap}
      />
    </SecretDialog>
  );
}
