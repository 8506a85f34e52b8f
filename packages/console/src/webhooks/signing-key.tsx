// The key that signs a webhook's requests: to copy, and to replace.
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Hook } from '@tessera/contract/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { CopyField } from '../kit/copy-field.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { aboutHooks } from './query.ts';
import classes from './webhooks.module.css';

export function SigningKey({ hook: { id, signingKey } }: { hook: Hook }) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const renew = useMutation({
    mutationFn: () => api.management.patch('/hooks/:id/signing-key', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ predicate: aboutHooks }),
  });
  // Older ones may be without a key; nobody has to be asked before they get one.
  const complete = useEffectEvent(() => {
    if (signingKey === '' && renew.isIdle) renew.mutate();
  });
  useEffect(() => complete(), []);
  const ask = async () => {
    const agreed = await confirm({
      title: t('webhooks.settings.renew_title'),
      text: t('webhooks.settings.renew_text'),
      confirmLabel: t('webhooks.settings.renew'),
      danger: true,
    });
    if (agreed) renew.mutate(undefined, { onSuccess: () => toast(t('webhooks.settings.renewed_toast')) });
  };
  return (
    <div className={classes.key}>
      <CopyField
        label={t('webhooks.settings.key')}
        description={t('webhooks.settings.key_hint', { header: settings.wire.signatureHeader })}
        value={signingKey}
        secret
      />
      <Button variant="default" onClick={() => void ask()}>
        {t('webhooks.settings.renew')}
      </Button>
    </div>
  );
}
